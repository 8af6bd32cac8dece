# PANEL_URL is the panel's address, PANEL_KEY a key with the scopes read and order, SERVICE_ID a service.
AUTH="Authorization: Bearer $PANEL_KEY"
JSON='Content-Type: application/json'

curl -sS "$PANEL_URL/trpc/balance.get" -H "$AUTH"

# With the same request id the order is placed once, however often curl repeats it.
REQUEST_ID=${REQUEST_ID:-$(uuidgen)}
curl -sS --retry 5 --retry-all-errors "$PANEL_URL/trpc/orders.place" -H "$AUTH" -H "$JSON" \
  -d "{ \"serviceId\": $SERVICE_ID, \"link\": \"https://example.com/my-page\", \"quantity\": 100, \"requestId\": \"$REQUEST_ID\" }"

# The input of a query is JSON in the address.
curl -sS -G "$PANEL_URL/trpc/orders.list" -H "$AUTH" --data-urlencode 'input={ "limit": 1 }'
