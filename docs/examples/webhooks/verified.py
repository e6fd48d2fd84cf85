"""Check that a webhook was sent by the referee, in the last five minutes."""

import base64
import hmac
import time


def verified(secret: str, headers: dict[str, str], body: bytes) -> bool:
    id, at = headers["webhook-id"], headers["webhook-timestamp"]
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.digest(key, f"{id}.{at}.".encode() + body, "sha256")
    known = b"v1," + base64.b64encode(digest)
    recent = abs(time.time() - int(at)) < 300
    return recent and hmac.compare_digest(known, headers["webhook-signature"].encode())
