/** A program outside the repository, with the packed client: `scripts/pack-client.slow.db.test.ts` installs, compiles and runs it. */
import { randomUUID } from 'node:crypto';
import {
  addSums,
  type Change,
  chargeFor,
  createPanel,
  decimalFromNanos,
  type ErrorCode,
  formatBalance,
  formatSum,
  isPanelError,
  type Nanos,
  nanos,
  type Panel,
  type PanelInputs,
  type PanelOutputs,
  parseDollars,
  takaFor,
} from 'panel-client';

const { PANEL_URL = '', PANEL_KEY = '', ORDER_KEY = '' } = process.env;
const panel: Panel = createPanel({ url: PANEL_URL, key: PANEL_KEY });
/** Gives the proxy in front of the panel a command. */
const proxy = (command: string) => fetch(`${PANEL_URL}/proxy/${command}`).then((answer) => answer.json());

/** Each result is a line of JSON, which the test compares. */
const report = (name: string, result: unknown) => console.log(JSON.stringify({ [name]: result }));

const { balanceNanos } = await panel.balance.get.query();
report('balance', formatBalance(balanceNanos));

const { items } = await panel.services.list.query({ limit: 5 });
const [service] = items;
if (!service) throw new Error('The panel has no service');
const expectedChargeNanos = chargeFor(1000, service) ?? undefined;
const wanted: PanelInputs['orders']['place'] = {
  serviceId: service.id,
  link: 'https://example.com/mine',
  quantity: 1000,
  expectedChargeNanos,
};
const placed: PanelOutputs['orders']['place'] = await panel.orders.place.mutate(wanted);
report('order', [placed.order.status, formatBalance(placed.balanceNanos), placed.order.createdAt.length]);

// The answer is lost: the client repeats the order under the same request id.
await proxy('lose-answer');
const repeated = await panel.orders.place.mutate(wanted);
const orders = await panel.orders.list.query({});
report('repeated', [orders.items.map(({ id }) => id).includes(repeated.order.id), orders.items.length]);
report('requests', await proxy('requests'));

// A mutation without a request id is sent once.
await proxy('lose-answer');
report('sentOnce', await codeOf(panel.services.setFavourite.mutate({ id: service.id, favourite: true })));

// A batch has at most 10 calls.
const many = await Promise.all(Array.from({ length: 25 }, () => panel.orders.get.query({ id: placed.order.id })));
report('many', [many.length, await proxy('largest-batch')]);

try {
  await panel.orders.place.mutate({
    ...wanted,
    quantity: 4_000_000,
    expectedChargeNanos: undefined,
    requestId: randomUUID(),
  });
} catch (error) {
  if (!isPanelError(error)) throw error;
  error.code satisfies ErrorCode | 'no_answer';
  if (error.code === 'quantity_out_of_range') report('tooMany', [error.details.min, error.details.max]);
  // @ts-expect-error these details belong to another code
  if (error.code === 'quantity_out_of_range') void error.details.balanceNanos;
  if (error.code === 'insufficient_balance') error.details.balanceNanos satisfies Nanos | undefined;
}
report('notFound', await codeOf(panel.orders.get.query({ id: 999_999 })));
report('wrongKey', await codeOf(createPanel({ url: PANEL_URL, key: 'rp_1_wrong' }).balance.get.query()));
report('noPanel', await codeOf(createPanel({ url: 'http://127.0.0.1:1', key: 'k', tries: 2 }).balance.get.query()));
// @ts-expect-error an amount has a unit
void (() => panel.balance.requestRecharge.mutate({ method: 'Bkash', reference: '9J4K2L7M', amountNanos: 10 }));
// @ts-expect-error there is no such procedure
void (() => panel.orders.destroy.mutate());

const { ratePaisa } = await panel.balance.methods.query();
const amountNanos = parseDollars('10.10') ?? nanos(0);
report('money', [takaFor(amountNanos, ratePaisa), decimalFromNanos(amountNanos), formatSum(addSums([amountNanos]))]);

// Live changes, before and after the connection is lost.
const next = changes(panel);
await next('started');
const first = await panel.orders.place.mutate(wanted);
report('change', (await next('order', first.order.id)).kind);
await proxy('cut-streams');
await next('started');
const second = await panel.orders.place.mutate(wanted);
report('changeAfterCut', (await next('order', second.order.id)).kind);
for (const key of ['rp_1_wrong', ORDER_KEY]) {
  await new Promise<void>((resolve) => {
    createPanel({ url: PANEL_URL, key }).live.changes.subscribe(undefined, {
      onError(error) {
        report(key === ORDER_KEY ? 'noScopeLive' : 'wrongKeyLive', isPanelError(error) && error.code);
        resolve();
      },
    });
  });
}
process.exit(0);

/** Follows the changes. @returns a function that waits for the next one of a kind, and of a row */
function changes(of: Panel) {
  const seen: (Change | { kind: 'started'; id?: number })[] = [];
  let wake = () => {};
  const add = (change: (typeof seen)[number]) => {
    seen.push(change);
    wake();
  };
  of.live.changes.subscribe(
    { kinds: ['order', 'balance'] },
    {
      onStarted: () => add({ kind: 'started' }),
      onData: add,
      onError: (error) => report('streamError', error.message),
    },
  );
  return async (kind: string, id?: number) => {
    for (;;) {
      const at = seen.findIndex((change) => change.kind === kind && change.id === id);
      const [found] = at < 0 ? [] : seen.splice(0, at + 1).slice(-1);
      if (found) return found;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
}

async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'ok';
  } catch (error) {
    return isPanelError(error) ? error.code : String(error);
  }
}
