# PANEL_URL is the panel's address, PANEL_KEY a key with the scopes read and order, SERVICE_ID a service.
AUTH="Authorization: Bearer $PANEL_KEY"
JSON='Content-Type: application/json'

curl -sS "$PANEL_URL/api/v1/service/getAll?limit=3"

# With the same Idempotency-Key the order is placed once.
ORDER_ID=$(curl -sS "$PANEL_URL/api/v1/service/buy/$SERVICE_ID" -H "$AUTH" -H "$JSON" -H 'Idempotency-Key: my order 1' \
  -d '{ "link": "https://example.com/my-page", "quantity": 100 }' | sed -E 's/.*"data":\{"_id":"([0-9]+)".*/\1/')

curl -sS "$PANEL_URL/api/v1/order/$ORDER_ID" -H "$AUTH"
