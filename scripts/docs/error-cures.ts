import type { ErrorCode } from '#shared/errors.ts';

/** Why each error occurs, and what a caller does about it. A new code needs a line. */
export const errorCures: Record<ErrorCode, { cause: string; cure: string }> = {
  bad_input: {
    cause: 'A field is missing, unknown or malformed, or the method or the address is wrong.',
    cure: 'Correct the fields that `fieldErrors` names. Repeating the call unchanged fails again.',
  },
  unauthenticated: {
    cause: 'No token or key was sent, or it is wrong, expired or revoked, or its address is not allowed.',
    cure: 'Log in, refresh the access token, or use a live key.',
  },
  session_ended: {
    cause: 'The session was ended: a logout, a new password, or an old refresh token that was used again.',
    cure: 'Log in again.',
  },
  forbidden: { cause: 'The call is for admins.', cure: 'Call it as an admin.' },
  foreign_origin: {
    cause: 'A browser sent the call from a page of another origin.',
    cure: 'Call from the panel, or add the origin to `CORS_ORIGINS`.',
  },
  blocked: { cause: 'The account is blocked.', cure: 'Ask the shop. All calls fail until it unblocks the account.' },
  invalid_credentials: {
    cause: 'User name or password is wrong.',
    cure: 'Correct them. Too many attempts are limited.',
  },
  wrong_password: { cause: 'The current password that the call confirms with is wrong.', cure: 'Send the right one.' },
  reset_token_invalid: {
    cause: 'The link was used, is too old, or another one was sent.',
    cure: 'Ask for a new link.',
  },
  email_token_invalid: {
    cause: 'The link was used, is too old, or the address or the password has changed since.',
    cure: 'Change the address again.',
  },
  second_factor_required: { cause: 'The account has two-factor authentication.', cure: 'Send `code` as well.' },
  wrong_code: { cause: 'The code is wrong, too old, or was used before.', cure: "Send the app's next code." },
  second_factor_on: { cause: 'Two-factor authentication is on already.', cure: 'Turn it off first.' },
  second_factor_off: { cause: 'Two-factor authentication is off.', cure: 'Turn it on first.' },
  second_factor_missing: {
    cause: 'The shop requires two-factor authentication of admins, and this one has none.',
    cure: 'Set it up in the profile.',
  },
  reauthentication_required: {
    cause: 'The call is sensitive, and the session did not confirm recently.',
    cure: 'Call `auth.reauthenticate` with what `confirmBy` names, then repeat the call.',
  },
  too_many_keys: { cause: 'A user has at most 10 API keys.', cure: 'Revoke one.' },
  key_scope_missing: { cause: 'The key lacks the scope in `scope`.', cure: 'Make a key with it.' },
  key_not_allowed: { cause: 'The call is closed to keys.', cure: 'Call it with a session.' },
  secrets_key_missing: { cause: 'The server has no `SECRETS_KEY`.', cure: 'Set it and start the server again.' },
  user_name_taken: { cause: 'Another account has the user name, in any case.', cure: 'Choose another one.' },
  email_taken: { cause: 'Another account has the address, in any case.', cure: 'Use another one, or log in there.' },
  not_found: {
    cause: 'No such row or procedure, or it is not yours.',
    cure: 'Check the id and the path. A wrong id is answered like a foreign one.',
  },
  service_not_found: { cause: 'The service is not on sale.', cure: 'Read the list of services again.' },
  service_changed: {
    cause: 'Another admin saved the service first.',
    cure: 'Compare with `changedTo`, then save again.',
  },
  supplier_changed: {
    cause: 'Another admin saved the supplier first.',
    cure: 'Compare with `changedSupplier`, then save again.',
  },
  comments_required: { cause: 'The service takes comments, and none were sent.', cure: 'Send `comments`, one a line.' },
  quantity_out_of_range: {
    cause: "The quantity is outside the service's range.",
    cure: 'Stay within `min` and `max`.',
  },
  catalogue_changed: {
    cause: "The supplier's list changed after the preview.",
    cure: 'Read the preview again and confirm that one.',
  },
  request_not_possible: {
    cause: 'The order allows no such refill, cancel or speed-up now; `block` says why.',
    cure: 'Wait until `possibleAt`, if it is there.',
  },
  price_changed: {
    cause: 'The price that was sent is not the current one. Nothing was charged.',
    cure: 'Compare `priceMicros` and `chargeNanos`, and order again with the new price.',
  },
  amount_too_large: { cause: 'The amount exceeds what the panel counts exactly.', cure: 'Order less at a time.' },
  link_does_not_fit: {
    cause: 'The link leads to another platform, or to another kind of page, than the service takes.',
    cure: 'Compare `read` with `expected`. Send `fit: "confirmed"` to order it all the same.',
  },
  link_in_use: {
    cause: 'The shop allows one open order for a service and link.',
    cure: 'Wait until the other order has ended.',
  },
  insufficient_balance: {
    cause: 'The balance is less than the charge.',
    cure: 'Top up. `balanceNanos` is what is there.',
  },
  idempotency_conflict: {
    cause: 'The request id was used with another input.',
    cure: 'Use a new id for a new operation, and the same input for a repetition.',
  },
  repeated_gift: {
    cause: 'The same admin gave the same amount to the user within a minute.',
    cure: 'Look at the statement. To give it again, send `confirm: true`.',
  },
  order_final: { cause: 'The order is completed or partial.', cure: 'Nothing: such an order never changes.' },
  order_transition: { cause: 'The order can not change to that status.', cure: 'Read its status again.' },
  remaining_out_of_range: {
    cause: 'The undelivered units are not between 1 and the quantity.',
    cure: 'Correct `remaining`, or reject or complete the order.',
  },
  remains_out_of_range: { cause: 'The remains exceed the quantity.', cure: 'Correct `remains`.' },
  rate_changed: {
    cause: 'The taka that were sent are not the amount at the current rate.',
    cure: 'Send `paidTaka` of the answer.',
  },
  method_unavailable: { cause: 'The payment method is off or unknown.', cure: 'Read the methods again.' },
  method_in_use: { cause: 'Recharges name the payment method.', cure: 'Switch it off instead.' },
  reference_used: {
    cause: 'The transaction id was used for this method.',
    cure: 'Check the id. If it is yours, ask the shop.',
  },
  shadow_needed: {
    cause: 'The panel has not shown yet, beside the decisions of people, that it would decide alike.',
    cure: 'Let people decide until the list of methods says that the switch can be turned on.',
  },
  no_message: {
    cause: 'What was paid can only be credited where a message says it.',
    cure: 'Wait for the message, or approve what was asked for.',
  },
  order_waits: {
    cause: 'One order at a time waits for a recharge.',
    cure: 'Call the other one back with `balance.callBack`, or send the request without `thenOrder`.',
  },
  too_many_corrections: { cause: 'The transaction id was corrected three times.', cure: 'Open a ticket.' },
  too_many_pending: { cause: 'A customer has at most 5 pending recharges.', cure: 'Wait until one is decided.' },
  already_decided: {
    cause: 'The order, recharge or request has another status than `expectedStatus`.',
    cure: 'Nothing was moved. `status`, `decidedBy` and `decidedAt` say what happened; read it again.',
  },
  cost_changed: { cause: 'The cost of the purchase was corrected first.', cure: 'Read it again.' },
  settings_changed: { cause: 'Another admin saved the settings first.', cure: 'Read them again, then save.' },
  ticket_closed: { cause: 'The ticket is closed.', cure: 'Open it again.' },
  too_many_tickets: { cause: 'A customer has at most 10 open tickets.', cure: 'Write in one of them.' },
  too_many_messages: { cause: 'Many messages were sent within an hour.', cure: 'Wait for `retryAfterSeconds`.' },
  too_many_favourites: { cause: 'A customer has at most 500 favourites.', cure: 'Take one out.' },
  too_many_webhooks: { cause: 'A user has at most 10 webhooks.', cure: 'Delete one.' },
  address_refused: {
    cause: 'The URL leads to a private address, or to another one that the shop does not call.',
    cure: 'Use a public `https` URL.',
  },
  signature_invalid: {
    cause: 'A phone that is unknown or revoked, a wrong signature, or a clock that is wrong.',
    cure: 'Enter address and secret in the app again, or set the clock of the phone.',
  },
  webhook_off: { cause: 'The webhook is off.', cure: 'Switch it on.' },
  supplier_may_deliver: {
    cause: 'The supplier may still deliver the order.',
    cure: 'Ask the supplier. To reject it all the same, send `confirmSupplierMayDeliver: true`.',
  },
  at_supplier: {
    cause: 'The order is at a supplier.',
    cure: 'To complete it all the same, send `confirmAtSupplier: true`.',
  },
  job_over: { cause: 'The job has ended.', cure: 'Nothing: read its result.' },
  self_block: { cause: 'Admins can not block themselves.', cure: 'Ask another admin.' },
  last_admin: { cause: 'One active admin must be left.', cure: 'Make another admin first.' },
  user_blocked: { cause: 'The customer of the row is blocked.', cure: 'Unblock them first.' },
  too_many_requests: { cause: 'A limit was reached.', cure: 'Wait for `retryAfterSeconds` (`Retry-After`).' },
  busy: {
    cause: 'The server is overloaded, stops, or its database is away.',
    cure: 'Wait for `retryAfterSeconds`, then repeat with the same request id: the call may have been carried out.',
  },
  batch_too_large: { cause: 'A batch has more calls than are allowed.', cure: 'Send fewer at a time.' },
  payload_too_large: { cause: 'The body is too long.', cure: 'Send less.' },
  internal: {
    cause: 'A fault of the server. The log has it under `traceId`.',
    cure: 'Repeat with the same request id. If it stays, send the shop the `traceId`.',
  },
};
