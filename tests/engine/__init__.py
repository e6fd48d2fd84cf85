"""The core of the engine, part by part."""
