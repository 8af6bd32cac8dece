/** What the procedures for API keys of customers do, in the order of the document. A test compares them with the router. */
export const summaries: Record<string, string> = {
  'balance.get': 'The balance in nano-dollars.',
  'services.list': 'A page of the services, with price, limits and type. `sort` is `recommended` without one.',
  'services.get': 'One service.',
  'services.categories': 'The categories, with the number of their services.',
  'links.read':
    'How a pasted link is read: the link as it would be ordered, what it leads to, and whether it fits a service. `problem` says why none is.',
  'references.read': 'The one transaction ID in a pasted message, and whether the method has IDs of another form.',
  'services.favourites': "The ids of the customer's favourites.",
  'services.setFavourite': 'Adds a favourite, or removes it.',
  'orders.place':
    'Orders a service, charges its price, and returns the order and the balance. A quantity, or comments for services that take them; a package has neither.',
  'orders.checkMany': 'What up to 500 orders would cost, and which of them would be refused. Charges nothing.',
  'orders.placeMany': 'Places up to 500 orders. Each is placed or refused by itself, in order.',
  'orders.list': 'A page of the orders, newest first. `search` finds order numbers and links.',
  'orders.get':
    'One order by its id or request id, with its timeline, its requests, and the requests that are possible.',
  'orders.request': 'Requests a refill, a cancellation or a speed-up of an order.',
  'orders.requests': 'A page of the requests, newest first.',
  'orders.askable': 'The requests that are possible for up to 100 orders.',
  'balance.methods': 'The payment methods with their recipients, and the rate in paisa per dollar.',
  'balance.methodNames': 'The names of the payment methods, and the rate.',
  'balance.requestRecharge':
    'Requests a recharge for a payment that was sent; an admin decides it. `reference` is the transaction ID.',
  'balance.begin':
    'Keeps for a day what the customer begins to pay, and the order for it. It replaces what was begun before.',
  'balance.begun': 'What the customer has begun to pay within a day; null without it.',
  'balance.drop': 'Forgets what the customer has begun to pay.',
  'balance.callBack': 'Calls the order back that waits for a recharge, until it is placed. `id` is the recharge.',
  'balance.correctReference': 'Corrects the transaction ID of a pending recharge, at most three times.',
  'balance.tellPayer':
    'Says where a pending recharge was paid from: `own`, `agent`, or the last 4 digits of the number.',
  'balance.recharges': 'A page of the recharges, newest first.',
  'balance.recharge': 'One recharge by its id or request id, with how far it is, and the order that waits for it.',
  'balance.statement':
    'A page of the statement: every movement of the balance. `from` and `to` are days, `2026-01-31`.',
  'balance.statementSums': 'The sums of the statement by kind of movement.',
  'tickets.list': 'A page of the tickets, the last message first.',
  'tickets.get': 'One ticket with its messages.',
  'tickets.open': 'Opens a ticket, about an order or a recharge if its id is sent.',
  'tickets.reply': 'Writes in a ticket.',
  'tickets.close': 'Closes a ticket.',
  'tickets.reopen': 'Opens a closed ticket again.',
  'notices.list': "A page of the shop's announcements.",
  'stats.mine': "The customer's own figures: orders, charges, and a course by day.",
  'stats.shop': "The shop's public figures.",
  'settings.public': "The shop's public settings: contact, limits, texts of the pages' frame.",
  'settings.pageTexts': 'The texts of the About page.',
  'live.changes':
    'A stream of changes: what to read again, never the new value. `kinds` are `balance`, `order`, `recharge`, `request`, `ticket`, `notice`. Server-sent events.',
  'webhooks.list': 'The webhooks, and why one is off. The scope `webhooks` is enough, too.',
  'webhooks.create': 'Creates a webhook; the answer has its secret, which is displayed once.',
  'webhooks.update': 'Changes the address or the events, or switches it on or off; the secret stays.',
  'webhooks.delete': 'Deletes a webhook, and what waits for it.',
  'webhooks.deliveries': 'A page of the deliveries of a webhook in the last 30 days, newest first.',
  'auth.me': 'The owner of the key, with the balance.',
  'auth.profile': "The owner's profile.",
};
