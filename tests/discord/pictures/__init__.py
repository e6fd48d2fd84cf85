"""Pictures of what people see at Discord, made of what the test server was really sent."""
