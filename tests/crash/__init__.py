"""The process may end at any moment: nothing acknowledged is lost, nothing is
done twice, everybody is told.
"""
