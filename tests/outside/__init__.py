"""Games and doors of somebody else: written with the public face alone, installed beside the
product.
"""
