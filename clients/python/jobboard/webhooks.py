"""Verification of webhook deliveries."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Mapping, Sequence, cast

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
    payload: bytes,
    header: str | Mapping[str, str] | None,
    secret: str | Sequence[str],
    *,
    tolerance_seconds: float = TOLERANCE_SECONDS,
    now: float | None = None,
) -> WebhookEvent:
    """Verifies a delivery by its raw body and returns the event; new types may be added, ignore others.

    `header` is the value of `X-Webhook-Signature`, or all headers of the request: then the Standard Webhooks headers
    (`webhook-id`, `webhook-timestamp`, `webhook-signature`) are verified where the delivery has them. Several secrets
    are accepted while your own configuration changes. Raises WebhookVerificationError.
    """
    secrets = [secret] if isinstance(secret, str) else list(secret)
    if not secrets or not all(secrets):
        raise ValueError("secret must not be empty")
    if header is None or isinstance(header, str):
        timestamp, is_genuine = _own_signature(payload, header or "", secrets)
    else:
        headers = {name.lower(): value for name, value in header.items()}
        if "webhook-signature" in headers:
            timestamp, is_genuine = _standard_signature(payload, headers, secrets)
        else:
            timestamp, is_genuine = _own_signature(payload, headers.get("x-webhook-signature", ""), secrets)
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
        return cast(WebhookEvent, json.loads(payload.decode("utf-8")))
    except ValueError as error:
        raise WebhookVerificationError("not_json", "The body is not JSON in UTF-8.") from error


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
    parts = headers["webhook-signature"].split(" ")
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
    try:
        return base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except (binascii.Error, ValueError):
        return None


def _any_equal(expected: Sequence[str], signatures: Sequence[str]) -> bool:
    # Every pair is compared, each in constant time.
    return any([hmac.compare_digest(one, other) for one in expected for other in signatures])
