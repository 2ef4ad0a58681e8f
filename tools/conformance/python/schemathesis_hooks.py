"""Sends each request with the next API key of a pool: the rate limits are per key."""

import itertools
import os

import schemathesis

POOLS = {
    name: itertools.cycle(os.environ[name].split(","))
    for name in ("RECRUITER_KEYS", "CANDIDATE_KEYS", "ERASABLE_KEYS")
}


def pool_of(path):
    if not path.startswith("/api/v1/me"):
        return POOLS["RECRUITER_KEYS"]
    # DELETE /api/v1/me erases its candidate.
    return POOLS["ERASABLE_KEYS" if path == "/api/v1/me" else "CANDIDATE_KEYS"]


@schemathesis.auth(refresh_interval=None)
class ApiKey:
    def get(self, case, context):
        return next(pool_of(context.operation.path))

    def set(self, case, data, context):
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data}"}
