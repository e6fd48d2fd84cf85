"""The line server: programs play over TCP, in BattleBoard's own
protocol or, in any game, in JSON.
"""
