<?php
$url = getenv('PANEL_URL') ?: 'http://localhost:3000';
$key = getenv('PANEL_KEY');

/** Calls a procedure: a query without a body, or a mutation with one. */
function call(string $procedure, ?array $query = null, ?array $body = null): array
{
    global $url, $key;
    $curl = curl_init("$url/trpc/$procedure" . ($query ? '?input=' . rawurlencode(json_encode($query)) : ''));
    curl_setopt_array($curl, [
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 30,
        CURLOPT_HTTPHEADER => ["Authorization: Bearer $key", 'Content-Type: application/json'],
    ]);
    if ($body !== null) curl_setopt($curl, CURLOPT_POSTFIELDS, json_encode($body));
    // A lost answer: a mutation with a requestId is safe to repeat.
    for ($try = 1; ($answer = curl_exec($curl)) === false; $try++) {
        if ($try === 4) throw new RuntimeException(curl_error($curl));
        sleep(2 ** $try);
    }
    $decoded = json_decode($answer, true);
    if (isset($decoded['error'])) {
        throw new RuntimeException($decoded['error']['data']['domainCode'] . ': ' . $decoded['error']['message']);
    }
    return $decoded['result']['data'];
}

$services = call('services.list', ['sort' => 'priceLow', 'limit' => 5])['items'];
$service = array_values(array_filter($services, fn ($each) => $each['type'] === 'default'))[0];
$bytes = bin2hex(random_bytes(16));
$requestId = preg_replace('/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/', '$1-$2-4$3-8$4-$5', $bytes);
$placed = call('orders.place', null, [
    'serviceId' => $service['id'],
    'link' => 'https://example.com/my-page',
    'quantity' => $service['min'],
    'requestId' => $requestId,
]);
// Amounts are whole nano-dollars: 1,500,000,000 is $1.50.
echo "Order {$placed['order']['id']} is {$placed['order']['status']}, {$placed['balanceNanos']} nano-dollars left\n";
