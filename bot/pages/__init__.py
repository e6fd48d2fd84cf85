"""The club's pages: a folder of public facts for any web host."""
