"""The line server: programs play over TCP, in BattleBoard's own protocol or any game in JSON."""
