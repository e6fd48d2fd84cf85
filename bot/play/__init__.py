"""`meanwhile play`: one terminal at which all seats of a game sit,
for people, scripts and programs.
"""
