<?php
// Run it with: php -S 0.0.0.0:8080 webhook.php
$secret = base64_decode(preg_replace('/^whsec_/', '', getenv('WEBHOOK_SECRET')));
$body = file_get_contents('php://input');
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$at = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '0';
$expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$at.$body", $secret, true));

$isSigned = array_filter(
    explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? ''),
    fn ($each) => hash_equals($expected, $each),
);
if (!$isSigned || abs(time() - (int) $at) > 300) {
    http_response_code(400);
    return;
}
$event = json_decode($body, true);
// A delivery may come twice: the header webhook-id is the same.
error_log("$id {$event['type']} {$event['data']['id']}");
http_response_code(204);
