# PANEL_URL is the panel's address, PANEL_KEY a key with the scopes read and order, SERVICE_ID a service.
AUTH="Authorization: Bearer $PANEL_KEY"
JSON='Content-Type: application/json'

curl -sS "$PANEL_URL/trpc/balance.get" -H "$AUTH"

# With the same key the order is placed once, however often curl repeats it.
ORDER_KEY=${ORDER_KEY:-order-$(date +%s)-$$}
curl -sS --retry 5 --retry-all-errors "$PANEL_URL/trpc/orders.place" -H "$AUTH" -H "$JSON" -H "Idempotency-Key: $ORDER_KEY" \
  -d "{ \"serviceId\": $SERVICE_ID, \"link\": \"https://example.com/my-page\", \"quantity\": 100 }"

# The input of a query is JSON in the address.
curl -sS -G "$PANEL_URL/trpc/orders.list" -H "$AUTH" --data-urlencode 'input={ "limit": 1 }'
