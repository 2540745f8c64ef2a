"""A push message, encrypted for one browser (RFC 8291), and the sender's word for it (RFC 8292).

The ciphers are the cryptography package's; what is put together here is what the two documents
say, and a test holds it to the example in the first of them.
"""

import base64
import json
import secrets
from dataclasses import dataclass
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from rialto.server.trouble import Trouble

CURVE: Final = ec.SECP256R1()
RECORD: Final = 4096
LAST: Final = b"\x02"
"""What follows the text in the last record."""
TOKEN_S: Final = 12 * 3600


def to_text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def to_bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return bytes(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def new_key() -> bytes:
    return private_bytes(ec.generate_private_key(CURVE))


def private_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    return int(key.private_numbers().private_value).to_bytes(32, "big")


def private_key(raw: bytes) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(raw, "big"), CURVE)


def public_key(raw: bytes) -> ec.EllipticCurvePublicKey:
    """ValueError if it is no point of the curve."""
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, raw)


def derive(salt: bytes, secret: bytes, info: bytes, size: int) -> bytes:
    return bytes(HKDF(algorithm=SHA256(), length=size, salt=salt, info=info).derive(secret))


def seal(
    text: bytes,
    receiver: bytes,
    auth: bytes,
    *,
    sender: bytes | None = None,
    salt: bytes | None = None,
) -> bytes:
    """For the browser with this public key; sender and salt are new for every message."""
    own = private_key(sender) if sender else ec.generate_private_key(CURVE)
    salt = salt or secrets.token_bytes(16)
    ours = point(own.public_key())
    shared = own.exchange(ec.ECDH(), public_key(receiver))
    secret = derive(auth, shared, b"WebPush: info\0" + receiver + ours, 32)
    key = derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derive(salt, secret, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return head + bytes(AESGCM(key).encrypt(nonce, text + LAST, None))


@dataclass(frozen=True, slots=True)
class Sender:
    """Who we are to push services: a key that was made at the first start."""

    key: bytes
    contact: str

    def check_keys(self, key: str, auth: str) -> tuple[bytes, bytes]:
        """A browser's, from text; a key must be a point of the curve."""
        try:
            point, secret = to_bytes(key), to_bytes(auth)
            public_key(point)
        except ValueError:
            raise Trouble("bad_push_key", where="key") from None
        return point, secret

    @property
    def public(self) -> str:
        return to_text(point(private_key(self.key).public_key()))

    def authorization(self, origin: str, now_s: int) -> str:
        claims = {"aud": origin, "exp": now_s + TOKEN_S, "sub": self.contact}
        parts = [{"typ": "JWT", "alg": "ES256"}, claims]
        signed = ".".join(to_text(json.dumps(p, separators=(",", ":")).encode()) for p in parts)
        signature = private_key(self.key).sign(signed.encode(), ec.ECDSA(SHA256()))
        r, s = decode_dss_signature(signature)
        raw = r.to_bytes(32, "big") + s.to_bytes(32, "big")
        return f"vapid t={signed}.{to_text(raw)}, k={self.public}"
