"""A round, step by step: phases, weapons, the end step."""
