import { listedService, startSupplierServer } from '#server/testing/supplier-server.ts';
import { AMOUNT_SCALE } from '#shared/suppliers.ts';
import { readCommandLine } from '../../scripts/command-line.ts';
import { sum } from '../statistics.ts';
import { deliverOrders } from './deliver-orders.ts';
import { createHostility } from './hostility.ts';
import { appendOrder, journalIn, readJournal } from './journal.ts';

const { options } = readCommandLine({
  name: 'node lab/supplier/main.ts',
  purpose: `A hostile supplier on 127.0.0.1 that speaks API v2: it buys and loses the answer, answers 504 pages and HTML, lists prices × 50 and
unknown statuses. The panel that calls it needs OUTBOUND_ALLOW_LOOPBACK=true. Prints its address and key. It has its orders again after a kill.`,
  options: {
    port: { takes: 'N', default: 4400, max: 65_535, means: 'the port; 0 for a free one' },
    seed: { takes: 'N', default: 1, means: 'determines the faults' },
    percent: { takes: 'N', default: 20, max: 100, means: 'how many of a hundred calls have a fault' },
    hangs: { means: 'some calls are never answered, which costs a minute each' },
    words: { means: 'some purchases are answered in words that no panel knows, bought or not' },
    lines: { takes: 'N', default: 4, max: 100_000, means: 'the lines of its list; it sells the first four' },
    'request-id': { means: 'takes request_id, as this panel does' },
    journal: { takes: 'DIR', means: 'a folder for its orders (default: in memory only)' },
    balance: { takes: 'N', default: 1_000_000, means: 'its balance at the start, in units of its currency' },
  },
  environment: { SUPPLIER_KEY: 'its API key (default: random)' },
  example: 'node lab/supplier/main.ts --seed 7 --percent 50',
});
/** As long as a supplier needs to answer a purchase, so that kills meet some that are bought and not answered. */
const ANSWER_MS = 120;
const NAMES = ['Instagram Followers', 'Instagram Likes', 'YouTube Views', 'TikTok Views'];
const { port, seed, percent, hangs, words, lines } = options;
const journal = options.journal === undefined ? undefined : journalIn(options.journal);

const orders = journal === undefined ? undefined : readJournal(journal);
const spent = sum([...(orders?.values() ?? [])].map(({ charge }) => charge));
const hostility = createHostility({ seed, percent, hangs, words });
/** The lab begins and ends the faults. */
let isCalm = process.send !== undefined;
const supplier = await startSupplierServer({
  port,
  balance: options.balance * 10 ** AMOUNT_SCALE - spent,
  takesRequestId: options['request-id'],
  services: Array.from({ length: lines }, (_, nth) => {
    const [category = '', what] = NAMES[nth % NAMES.length]?.split(' ') ?? [];
    const name = `${category} ${what}${nth < NAMES.length ? '' : ` ${nth}`}`;
    return listedService({ service: 101 + nth, name, category, rate: '0.003' });
  }),
  faultOf(action, parameters) {
    if (isCalm) return undefined;
    return hostility(action, parameters) ?? (action === 'add' ? { delayMs: ANSWER_MS } : undefined);
  },
  ...(orders && { orders }),
  ...(journal !== undefined && { onOrder: (id, order) => appendOrder(journal, id, order) }),
  ...(process.env.SUPPLIER_KEY && { key: process.env.SUPPLIER_KEY }),
});
const stopDelivering = deliverOrders(supplier, seed);

if (process.send) {
  process.on('message', (message: { calm: boolean }) => {
    isCalm = message.calm;
    process.send?.({ done: true });
  });
  process.on('disconnect', () => process.exit(0));
  process.send({ url: supplier.url });
} else console.log(`A hostile supplier: ${supplier.url}\nIts key: ${supplier.key}`);

process.once('SIGTERM', () => {
  stopDelivering();
  void supplier.close().then(() => process.exit(0));
});
