"""The club's pages: a folder of files for any web host, with what everybody may know."""
