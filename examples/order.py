import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

URL = os.environ.get("PANEL_URL", "http://localhost:3000")
KEY = os.environ["PANEL_KEY"]


def call(procedure, given=None, is_query=True):
    """Calls a procedure. Repeats it when the answer is lost or the panel is busy."""
    address = f"{URL}/trpc/{procedure}"
    body = None
    if not is_query:
        body = json.dumps(given).encode()
    elif given is not None:
        address += "?input=" + urllib.parse.quote(json.dumps(given))
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    for pause in (1, 2, 4, None):
        try:
            with urllib.request.urlopen(urllib.request.Request(address, body, headers), timeout=30) as answer:
                return json.load(answer)["result"]["data"]
        except urllib.error.HTTPError as error:
            data = json.load(error)["error"]
            if data["data"]["domainCode"] != "busy" or pause is None:
                raise RuntimeError(f"{data['data']['domainCode']}: {data['message']}") from error
        except OSError:
            if pause is None:
                raise
        time.sleep(pause)


services = call("services.list", {"sort": "priceLow", "limit": 5})["items"]
service = next(each for each in services if each["type"] == "default")
# The request id makes the repetition of an order safe.
order = {"serviceId": service["id"], "link": "https://example.com/my-page", "quantity": service["min"]}
placed = call("orders.place", {**order, "requestId": str(uuid.uuid4())}, is_query=False)
# Amounts are whole nano-dollars: 1,500,000,000 is $1.50.
print(f"Order {placed['order']['id']} is {placed['order']['status']}, {placed['balanceNanos']} nano-dollars left")
