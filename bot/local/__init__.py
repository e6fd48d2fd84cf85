"""The local door: people and programs at terminals of this machine
take part in what is being served.
"""
