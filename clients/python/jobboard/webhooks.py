"""Verification of webhook deliveries."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from typing import Any, Iterable, Mapping, NoReturn, Sequence, cast

from .keywords import named
from .operations import WebhookEvent

TOLERANCE_SECONDS = 300
#: While a secret is rotated a delivery has two signatures.
MAX_SIGNATURES = 10


class WebhookVerificationError(Exception):
    """A delivery that must not be processed: respond 400. `code` has the reason."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@named
def verify_webhook(
    payload: bytes | bytearray | memoryview | str,
    header: str | Mapping[str, Any] | Iterable[tuple[str | bytes, str | bytes]] | None,
    secret: str | Sequence[str],
    *,
    tolerance_seconds: float = TOLERANCE_SECONDS,
    now: float | None = None,
) -> WebhookEvent:
    """Verifies a delivery by its raw body and returns the event; new types may be added, ignore others.

    `header` is the value of `X-Webhook-Signature`, or all headers of the request, as a mapping or as pairs: then the
    Standard Webhooks headers
    (`webhook-id`, `webhook-timestamp`, `webhook-signature`) are verified where the delivery has them. Several secrets
    are accepted while your own configuration changes. Raises WebhookVerificationError.
    """
    secrets = [secret] if isinstance(secret, str) else list(secret)
    if not secrets or not all(secrets):
        raise ValueError("secret must not be empty")
    body = _bytes_of(payload)
    if header is None or isinstance(header, str):
        timestamp, is_genuine = _own_signature(body, header or "", secrets)
    else:
        headers = _texts_of(header)
        if "webhook-signature" in headers:
            timestamp, is_genuine = _standard_signature(body, headers, secrets)
        else:
            timestamp, is_genuine = _own_signature(body, headers.get("x-webhook-signature", ""), secrets)
    if not is_genuine:
        message = "No signature matches: check the secret, and pass the body exactly as it was received."
        raise WebhookVerificationError("no_matching_signature", message)
    if not abs((time.time() if now is None else now) - timestamp) <= tolerance_seconds:
        message = (
            f"The timestamp is more than {tolerance_seconds} s from now: an old delivery was sent again, or the clock "
            "is wrong."
        )
        raise WebhookVerificationError("timestamp_out_of_tolerance", message)
    try:
        return cast(WebhookEvent, json.loads(body.decode("utf-8"), parse_constant=_refuse_constant))
    except (ValueError, RecursionError) as error:
        raise WebhookVerificationError("not_json", "The body is not JSON in UTF-8.") from error


def _bytes_of(payload: bytes | bytearray | memoryview | str) -> bytes:
    if isinstance(payload, str):
        # A lone surrogate was not in the body as it was received: no signature matches.
        return payload.encode("utf-8", "replace")
    if isinstance(payload, (bytes, bytearray, memoryview)):
        return bytes(payload)
    raise TypeError("payload must be the bytes or the text of the body, before any parsing")


def _texts_of(headers: Mapping[str, Any] | Iterable[tuple[str | bytes, str | bytes]]) -> dict[str, str]:
    """The values by lower-case name, also of lists, of bytes and of names that come twice."""
    values: dict[str, list[str]] = {}
    for name, value in headers.items() if isinstance(headers, Mapping) or hasattr(headers, "items") else headers:
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is not None:
                values.setdefault(_text(name).lower(), []).append(_text(one))
    return {name: ", ".join(texts) for name, texts in values.items()}


def _text(value: Any) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _own_signature(payload: bytes, header: str, secrets: Sequence[str]) -> tuple[int, bool]:
    parts = [part.strip() for part in header.split(",")]
    times = [part[2:] for part in parts if re.fullmatch(r"t=[0-9]{1,12}", part)]
    signatures = [part[3:] for part in parts if re.fullmatch(r"v1=[0-9a-f]{64}", part)]
    if len(times) != 1 or not 1 <= len(signatures) <= MAX_SIGNATURES:
        message = "X-Webhook-Signature must be t=<unix seconds>,v1=<hex>; pass the header unchanged."
        raise WebhookVerificationError("malformed_header", message)
    signed = times[0].encode() + b"." + payload
    # The key is the whole secret, prefix included.
    expected = [hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest() for secret in secrets]
    return int(times[0]), _any_equal(expected, signatures)


def _standard_signature(payload: bytes, headers: Mapping[str, str], secrets: Sequence[str]) -> tuple[int, bool]:
    event_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    parts = re.split(r",? +", headers["webhook-signature"])
    signatures = [part[3:] for part in parts if re.fullmatch(r"v1,[A-Za-z0-9+/]{43}=", part)]
    if not event_id or not re.fullmatch(r"[0-9]{1,12}", timestamp) or not 1 <= len(signatures) <= MAX_SIGNATURES:
        message = "webhook-id, webhook-timestamp and webhook-signature (v1,<base64>) must be as they were received."
        raise WebhookVerificationError("malformed_header", message)
    signed = f"{event_id}.{timestamp}.".encode() + payload
    keys = [key for key in map(_key_bytes, secrets) if key]
    expected = [base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode() for key in keys]
    return int(timestamp), _any_equal(expected, signatures)


def _key_bytes(secret: str) -> bytes | None:
    """The bytes that `whsec_` encodes; None for a secret of another form."""
    text = secret.removeprefix("whsec_")
    if len(text) % 4 or not re.fullmatch(r"[A-Za-z0-9+/]+={0,2}", text):
        return None
    return base64.b64decode(text)


def _any_equal(expected: Sequence[str], signatures: Sequence[str]) -> bool:
    # Every pair is compared, each in constant time.
    return any([hmac.compare_digest(one, other) for one in expected for other in signatures])
