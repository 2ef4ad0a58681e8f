"""Tests of the verification of webhooks (P-167)."""

import base64
import hashlib
import hmac
import json
import sys
import unittest
from datetime import datetime, timezone
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from jobboard import WebhookVerificationError, verify_webhook

try:
    from standardwebhooks import Webhook
except ImportError:
    Webhook = None  # type: ignore[assignment, misc]

VECTORS = json.loads((Path(__file__).parents[3] / "openapi" / "webhook-signatures.json").read_text("utf-8"))
BODY = VECTORS[0]["body"].encode()
AT = VECTORS[0]["timestamp"]
EVENT_ID = json.loads(BODY)["id"]
SECRET = "whsec_" + base64.b64encode(bytes(range(32))).decode()
OTHER = "whsec_" + base64.b64encode(bytes(range(1, 33))).decode()


def standard(secret: str, body: bytes = BODY, at: int = AT, event_id: str = EVENT_ID) -> str:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{event_id}.{at}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def headers(signature: str, at: int = AT, event_id: str = EVENT_ID) -> dict[str, str]:
    return {"Webhook-Id": event_id, "Webhook-Timestamp": str(at), "Webhook-Signature": signature}


class OwnHeaderTest(unittest.TestCase):
    def test_published_signatures_are_verified_with_any_secret(self) -> None:
        for vector in VECTORS:
            body, header, now = vector["body"].encode(), vector["header"], vector["timestamp"]
            for secret in (*vector["secrets"], ["another", vector["secrets"][0]]):
                self.assertEqual(verify_webhook(body, header, secret, now=now), json.loads(body))
            self.assertEqual(
                verify_webhook(body, {"x-webhook-signature": header}, vector["secrets"], now=now), json.loads(body)
            )

    def test_forged_old_and_malformed_deliveries_are_refused(self) -> None:
        header, secret = VECTORS[0]["header"], VECTORS[0]["secrets"][0]
        cases = [
            ((BODY + b" ", header, secret, AT), "no_matching_signature"),
            ((BODY, header, "whsec_another", AT), "no_matching_signature"),
            ((BODY, header, ["whsec_another", "a"], AT), "no_matching_signature"),
            ((BODY, header, secret, AT + 301), "timestamp_out_of_tolerance"),
            ((BODY, header, secret, AT - 301), "timestamp_out_of_tolerance"),
            ((BODY, "v1=00", secret, AT), "malformed_header"),
            ((BODY, None, secret, AT), "malformed_header"),
            ((BODY, {}, secret, AT), "malformed_header"),
        ]
        for (payload, one, key, now), code in cases:
            with self.assertRaises(WebhookVerificationError) as caught:
                verify_webhook(payload, one, key, now=now)
            self.assertEqual(caught.exception.code, code)

    def test_an_empty_secret_is_an_error_of_the_receiver(self) -> None:
        for empty in ("", [], ["a", ""]):
            with self.assertRaises(ValueError):
                verify_webhook(BODY, "t=1,v1=00", empty)


class StandardHeadersTest(unittest.TestCase):
    def test_standard_headers_are_verified_also_while_a_secret_is_rotated(self) -> None:
        event = json.loads(BODY)
        self.assertEqual(verify_webhook(BODY, headers(standard(SECRET)), SECRET, now=AT), event)
        both = f"{standard(OTHER)} {standard(SECRET)} v1a,c2lnbmF0dXJl"
        for secret in (SECRET, OTHER, [OTHER, "whsec_of-an-older-form"]):
            self.assertEqual(verify_webhook(BODY, headers(both), secret, now=AT), event)

    def test_forged_old_and_malformed_deliveries_are_refused(self) -> None:
        good = standard(SECRET)
        own = {"X-Webhook-Signature": VECTORS[0]["header"]}
        cases = [
            (headers(good), BODY + b" ", SECRET, AT, "no_matching_signature"),
            (headers(good), BODY, OTHER, AT, "no_matching_signature"),
            (headers(good), BODY, "whsec_of-an-older-form", AT, "no_matching_signature"),
            (headers(good, event_id="another"), BODY, SECRET, AT, "no_matching_signature"),
            (headers(good, at=AT + 1), BODY, SECRET, AT, "no_matching_signature"),
            # The own header is genuine; a delivery is as good as the headers that it has.
            ({**own, **headers(good)}, BODY, VECTORS[0]["secrets"][0], AT, "no_matching_signature"),
            (headers(good), BODY, SECRET, AT + 301, "timestamp_out_of_tolerance"),
            (headers(good), BODY, SECRET, AT - 301, "timestamp_out_of_tolerance"),
            (headers(""), BODY, SECRET, AT, "malformed_header"),
            (headers("v2," + good[3:]), BODY, SECRET, AT, "malformed_header"),
            (headers(" ".join([good] * 11)), BODY, SECRET, AT, "malformed_header"),
            (headers(good, event_id=""), BODY, SECRET, AT, "malformed_header"),
            ({"webhook-signature": good}, BODY, SECRET, AT, "malformed_header"),
        ]
        for received, body, secret, now, code in cases:
            with self.subTest(code=code, headers=received), self.assertRaises(WebhookVerificationError) as caught:
                verify_webhook(body, received, secret, now=now)
            self.assertEqual(caught.exception.code, code)

    @unittest.skipIf(Webhook is None, "there is no standardwebhooks")
    def test_what_the_official_library_signs_is_verified(self) -> None:
        signature = Webhook(SECRET).sign(EVENT_ID, datetime.fromtimestamp(AT, timezone.utc), BODY.decode())
        self.assertEqual(signature, standard(SECRET))
        self.assertEqual(verify_webhook(BODY, headers(signature), SECRET, now=AT), json.loads(BODY))


if __name__ == "__main__":
    unittest.main()
