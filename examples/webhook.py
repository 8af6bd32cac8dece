import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

SECRET = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))


def verified(headers, body):
    """The event, or an error if the panel did not sign it within the last five minutes."""
    sent, at = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(at)) > 300:
        raise ValueError("too old")
    expected = base64.b64encode(hmac.digest(SECRET, f"{sent}.{at}.".encode() + body, hashlib.sha256)).decode()
    signatures = [each.partition(",")[2] for each in headers["webhook-signature"].split() if each.startswith("v1,")]
    if not any(hmac.compare_digest(expected, each) for each in signatures):
        raise ValueError("wrong signature")
    return json.loads(body)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            event = verified(self.headers, body)
            # A delivery may come twice: the header webhook-id is the same.
            print(self.headers["webhook-id"], event["type"], event["data"]["id"], flush=True)
            self.send_response(204)
        except (TypeError, ValueError):
            self.send_response(400)
        self.end_headers()


HTTPServer(("", int(os.environ.get("PORT", "8080"))), Receiver).serve_forever()
