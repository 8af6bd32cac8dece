import { texts } from '../../texts.ts';

/** The proposal of a supplier's list: its lines, and the acceptance of them. */
export const proposalTexts = texts('proposal', {
  accept: 'Accept {count}',
  acceptAll: { one: 'Accept {count} line', other: 'Accept all {count} lines' },
  acceptAllAsk: { one: 'Accept {count} line?', other: 'Accept {count} lines?' },
  acceptAllText:
    'New services go on sale, prices by a rule follow their costs, and prices set by hand stay. Lines without a category and of unknown types are left out.',
  acceptFailed: 'The lines could not be accepted',
  acceptFiltered: { one: 'Accept {count} line of this filter', other: 'Accept {count} lines of this filter' },
  accepting: 'Accepting…',
  acceptLost: 'No answer: the lines may be accepted. Accept them again, it is done once.',
  accepted: 'Accepted',
  acceptedAll: 'Created {created}, updated {updated}, paused {paused}.',
  byHand: 'by hand',
  category: 'Category',
  categoryOf: 'Category of {name}',
  changes: 'Changes',
  chooseCategory: 'Choose…',
  chosen: 'Chosen lines',
  chosenCount: { one: '{count} chosen', other: '{count} chosen' },
  chosenTooMany: 'At most {count} lines at once. Choose fewer, or accept all of a filter.',
  close: 'Close',
  cost: 'Cost',
  fetch: 'Fetch list',
  fetchAnyway: 'Take it all the same',
  fetchAnywayAsk: 'Take the shrunken list?',
  fetchAnywayText:
    'Services that it lacks are taken for gone after a second list an hour later, and are not sold then.',
  fetched: 'List read',
  fetchedNone: 'Nothing differs from the shop.',
  fetchedText: { one: '{count} line differs from the shop.', other: '{count} lines differ from the shop.' },
  fetchFailed: 'The list could not be read',
  fetching: 'Reading…',
  filter: 'Changes of the list',
  leftOut: { one: '{count} line is left out', other: '{count} lines are left out' },
  leftOutFirst: 'The first {count} of them:',
  limits: 'Limits',
  lines: 'Proposal',
  listedCount: { one: 'The list has {count} service.', other: 'The list has {count} services.' },
  margin: 'Margin in percent',
  marginHint: 'For the lines that you accept. Empty for the rule that applies.',
  marginWrong: 'Enter a percentage from 0 to 10,000',
  name: 'Service there',
  neverListed: 'This supplier’s list was not read yet. Fetch it to see its services.',
  noLines: 'No line of the list has this change.',
  noPrice: 'none',
  price: 'Price here',
  problem: 'The last list was not taken',
  range: '{min} to {max}',
  search: 'Search the list',
  searchHint: 'Name, category, number there…',
  services: { one: 'and {count} more service', other: 'and {count} more services' },
  typeThere: 'Type there: {type}',
});

/** How a line differs from the shop. */
export const proposalChangeTexts = texts('proposalChanges', {
  cheaper: 'Cheaper',
  dearer: 'Dearer',
  fields: 'Name or text',
  gone: 'Gone',
  limits: 'Limits',
  new: 'New',
  no_category: 'No category',
  not_sold: 'Type not sold',
  type: 'Type',
});

/** Why a line was left out. */
export const leftOutTexts = texts('leftOut', {
  no_category: 'It has no category. Choose one, or add a word to the table.',
  not_listed: 'The last list lacks it.',
  not_sold: 'The panel does not sell this type.',
  price_too_large: 'The rule makes a price that is too large.',
  price_zero: 'The rule makes a price of nothing.',
  type_changed: 'Its type has changed. Only a service with one source and a price by the rule takes another type.',
  unchanged: 'It is as accepted before.',
});

/** The shop's rules about prices, and its tables of words. */
export const supplierRuleTexts = texts('supplierRules', {
  addWord: 'Add word',
  category: 'Category',
  categoryWords: 'Categories',
  categoryWordsText:
    'A word in the supplier’s category, or in the name of its service, and the category that a new service gets here. Without one, a line is left out.',
  failed: 'Could not save',
  floor: 'Least price in dollars',
  floorHint: 'For 1000 units, or one package.',
  leastMargin: 'Least margin in percent',
  leastMarginHint: 'A price below the cost and this margin pauses its service.',
  margin: 'Margin in percent',
  marginHint: 'Over the cost. A supplier or a service may have its own.',
  meaning: 'Meaning',
  meaningOf: 'Meaning of {word}',
  prices: 'Prices by cost',
  pricesText:
    'Price = cost in dollars and the margin, at least the least price, rounded up to the step. Prices set by hand stay.',
  removeWord: 'Remove {word}',
  save: 'Save',
  saved: 'Saved',
  saving: 'Saving…',
  smallChange: 'Small change in percent',
  smallChangeHint: 'A cost that changes by at most this is accepted by itself. 0 for none.',
  statusWords: 'Words for statuses',
  statusWordsText:
    'A supplier’s word for the status of an order, and its meaning here. An order with an unknown word waits for a person.',
  step: 'Step of prices in dollars',
  word: 'Word',
  wordIsThere: 'This word is in the table already',
  wordMissing: 'Word is required',
  wordNotThere: 'not in the table',
  wordsChanged: 'Another admin has changed these words since you opened them. Nothing was saved yet.',
  wordsFilter: 'Find a word',
  wordsList: 'List of words',
  wordsNone: 'No words.',
  wordsWaiting: 'Orders wait for these words:',
  wordTooLong: 'Word must be at most 60 characters',
  youChose: 'you chose {text}',
});

/** The meanings of a supplier's word for a status. */
export const statusMeaningTexts = texts('statusMeanings', {
  canceled: 'Canceled: refunded',
  completed: 'Completed',
  open: 'At work',
  partial: 'Delivered in part',
});

/** The sources of a service: where it is bought. */
export const sourceTexts = texts('sources', {
  add: 'Add source',
  addFailed: 'Could not change the sources',
  asSupplier: 'As the supplier has it',
  asSupplierText:
    'Ticked fields follow the first source from the next “Update” on. The others are yours, and so is a field that you change by hand.',
  chooseSupplier: 'Choose a supplier',
  cost: 'Cost {cost}',
  costPerPackage: 'a package',
  costPerThousand: 'per 1000',
  down: 'Try {name} later',
  fixPrice: 'Keep this price',
  followCost: 'Let the price follow the cost',
  followsCost: 'The price follows the cost at the first source.',
  heading: 'Sources',
  headingText:
    'Where the panel buys this service, tried in order, at most five. Only orders from now on are forwarded by themselves.',
  none: 'No source: orders of this service are handwork.',
  notYet: 'Add a supplier first.',
  number: 'Number of the service there',
  numberMissing: 'Enter the number of the service there',
  ownMargin: 'Own margin in percent',
  ownMarginHint: 'Empty for the supplier’s or the shop’s.',
  paused: 'Paused',
  priceByHand: 'by hand',
  priceByRule: 'by the rule',
  priceFailed: 'Could not change the rule of the price',
  priceHistory: 'Price history',
  priceSaved: 'The rule of the price is saved',
  pricesNone: 'No prices yet.',
  pricesOlder: 'Older prices',
  remove: 'Remove {name}',
  removeAsk: 'Remove the last source?',
  removeText: 'New orders of this service are handwork then. Orders that are forwarded stay so.',
  removeYes: 'Remove it',
  resume: 'Resume',
  resumed: 'Resumed',
  resumeFailed: 'Could not resume the source',
  resumeOf: 'Resume {name}',
  rulePrice: 'The rule makes {price} with {margin} % margin.',
  servicePausedBelow: 'This service is paused: its price is below its cost and the least margin.',
  servicePausedGone: 'This service is paused: no source sells it.',
  saved: 'Sources saved',
  setByHand: 'The price is set by hand, and stays when the cost changes.',
  setMargin: 'Change the margin',
  supplier: 'Supplier',
  supplierStopped: 'The supplier is stopped.',
  up: 'Try {name} earlier',
});

/** The fields that may follow the first source. */
export const supplierFieldTexts = texts('supplierFields', {
  cancel: 'Cancel',
  description: 'Text',
  max: 'Maximum',
  min: 'Minimum',
  name: 'Name',
  refill: 'Refill',
});

/** Why a source is skipped. */
export const sourcePauseTexts = texts('sourcePauses', {
  below_cost: 'Its cost is above the price.',
  gone: 'The supplier does not list it.',
  limits_changed: 'The supplier changed its limits.',
  overcharged: 'Three purchases cost more than its list or their price says.',
  person: 'An admin paused it.',
  refused: 'The supplier refused the service.',
  type_changed: 'The supplier changed its type.',
});
