"""A server on loopback that takes one step per request and records it."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Recorded(NamedTuple):
    method: str
    path: str
    headers: Any
    body: Any


class Step(NamedTuple):
    """A response; status 0 closes the connection without one. `fault`: the body breaks off (`truncate`), is not the gzip
    that it says (`garbled`), has no end (`trickle`), or nothing comes at all (`hang`)."""

    status: int = 200
    body: Any = {}
    headers: dict[str, str] = {}
    fault: str = ""


class Recorder:
    """Responds with `steps`, then with 200 `{}`."""

    def __init__(self, *steps: Step) -> None:
        self.steps = list(steps)
        self.requests: list[Recorded] = []
        self.stopping = threading.Event()
        recorder = self

        class Handler(BaseHTTPRequestHandler):
            def respond(self) -> None:
                size = int(self.headers.get("content-length", 0))
                body = json.loads(self.rfile.read(size)) if size else None
                recorder.requests.append(Recorded(self.command, self.path, self.headers, body))
                step = recorder.steps.pop(0) if recorder.steps else Step()
                if step.fault == "hang":
                    recorder.stopping.wait()
                if step.status == 0 or step.fault == "hang":
                    return
                content = b"" if step.body is None else json.dumps(step.body).encode()
                if isinstance(step.body, str):
                    content = step.body.encode()
                self.send_response(step.status)
                for name, value in {"content-length": str(len(content)), **step.headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content)
                while step.fault == "trickle" and not recorder.stopping.wait(0.02):
                    try:
                        self.wfile.write(b" ")
                    except OSError:
                        return

            do_GET = do_POST = do_PUT = do_DELETE = respond

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, *_: object) -> None:
        self.stopping.set()
        self._server.shutdown()
        self._server.server_close()
