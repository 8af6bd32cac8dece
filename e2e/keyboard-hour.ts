import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { nanos } from '#shared/money.ts';
import { MAX_PENDING_RECHARGES } from '#shared/recharge-status.ts';
import { registerByScript, scriptClient } from './accounts.ts';
import { tabTo } from './keyboard.ts';

/** An hour of an admin's work by keyboard alone: each waiting recharge, order and request is decided, in every possible way. */
type Client = ReturnType<typeof scriptClient>;
type QueueKind = 'order' | 'recharge' | 'request';
export type Way = keyof typeof statusAfter;

/** The ways to decide a row, and the resulting status. */
const statusAfter = {
  approve: { recharge: 'approved', order: 'completed', request: 'accepted' },
  approveTogether: { recharge: 'approved', order: 'completed', request: 'accepted' },
  approveInDetails: { recharge: 'approved', order: 'completed', request: 'accepted' },
  rejectUndoApprove: { recharge: 'approved', order: 'completed', request: 'accepted' },
  reject: { recharge: 'rejected', order: 'rejected', request: 'rejected' },
  markProcessing: { recharge: 'pending', order: 'processing', request: 'pending' },
  deliverInPart: { recharge: 'pending', order: 'partial', request: 'pending' },
  markDone: { recharge: 'pending', order: 'pending', request: 'done' },
} as const;

/** This many of the oldest are selected and approved as one job; the others alternate. */
export const TOGETHER = 3;
const turns: Record<'order' | 'recharge', readonly Way[]> = {
  recharge: ['approve', 'reject', 'approve', 'rejectUndoApprove', 'approve', 'approveInDetails', 'approve'],
  order: ['approve', 'markProcessing', 'reject', 'deliverInPart', 'rejectUndoApprove', 'approve', 'approveInDetails'],
};
const REASON = 'Nothing arrived; ask again?';
/** For slow machines. */
const PATIENCE_MS = 60_000;

/** The waiting rows of a queue, and how to decide each. */
export interface Queue {
  kind: QueueKind;
  path: string;
  /** Filters the list to these rows, if others wait too. */
  search: string;
  ways: ReadonlyMap<number, Way>;
}

/**
 * Creates recharge requests and orders of customers, one per customer, for an admin to decide.
 * @param name the common start of their user names, which no other user has
 */
export async function fillQueues(url: string, asAdmin: Client, { name, each }: { name: string; each: number }) {
  const { methods } = await asAdmin.balance.methods.query();
  const { items: services } = await scriptClient(url).services.list.query({ limit: 20 });
  const service = services.find(({ type }) => type === 'default');
  if (!service) throw new Error('There is no service to order');
  const ids = { recharge: [] as number[], order: [] as number[] };
  for (let nth = 1; ids.order.length < each; nth++) {
    const { user, tokens } = await registerByScript(url, `${name}.${nth}`);
    const { balance, orders } = scriptClient(url, tokens.accessToken);
    await asAdmin.admin.users.giveBalance.mutate({ id: user.id, amountNanos: nanos(1_000_000_000_000) });
    for (let at = 0; at < MAX_PENDING_RECHARGES && ids.order.length < each; at++) {
      const recharge = await balance.requestRecharge.mutate({
        method: methods[at % methods.length]?.name ?? '',
        amountNanos: nanos((at + 1) * 1_000_000_000),
        reference: `${name.toUpperCase()}${String(ids.recharge.length).padStart(6, '0')}`,
      });
      ids.recharge.push(recharge.id);
      const line = { serviceId: service.id, link: `@hour${ids.order.length}`, quantity: service.min + at + 1 };
      ids.order.push((await orders.place.mutate(line)).order.id);
    }
  }
  const queue = (kind: 'order' | 'recharge', path: string, status: string): Queue => {
    return { kind, path, search: `?q=${name}&status=${status}`, ways: waysFor(kind, ids[kind]) };
  };
  return {
    recharges: queue('recharge', '/dashboard/manageRecharges', 'pending'),
    orders: queue('order', '/dashboard/manageOrders', 'open'),
  };
}

function waysFor(kind: 'order' | 'recharge', ids: readonly number[]): Queue['ways'] {
  const way = (nth: number): Way =>
    nth < TOGETHER ? 'approveTogether' : (turns[kind][(nth - TOGETHER) % turns[kind].length] ?? 'approve');
  return new Map(ids.map((id, nth) => [id, way(nth)]));
}

/** Decides all waiting rows on the page of their list, without the pointer. At the end the last decisions are not sent yet. */
export async function decideByKeyboard(page: Page, { kind, ways }: Queue): Promise<void> {
  const hand = new Hand(page, kind);
  await page.getByRole('row').nth(1).waitFor({ timeout: PATIENCE_MS });
  await hand.approveTogether([...ways].filter(([, way]) => way === 'approveTogether').map(([id]) => id));
  for (const [id, way] of ways) {
    if (way === 'approveTogether') continue;
    await hand.markRow(id);
    await hand[way](id);
  }
}

/** A user who only uses the keyboard. */
class Hand {
  readonly #page: Page;
  readonly #kind: QueueKind;
  constructor(page: Page, kind: QueueKind) {
    this.#page = page;
    this.#kind = kind;
  }

  press(...keys: string[]): Promise<void> {
    return keys.reduce((before, key) => before.then(() => this.#page.keyboard.press(key)), Promise.resolve());
  }

  /** Moves to a row with J and K; more rows load as earlier ones are sent. Older ones are above. */
  async markRow(id: number): Promise<void> {
    const deadlineMs = performance.now() + PATIENCE_MS;
    for (let marked = await this.#marked(); marked !== id; marked = await this.#marked()) {
      if (performance.now() > deadlineMs) throw new Error(`The mark does not come to ${this.#kind} ${id}`);
      await this.press(marked !== undefined && marked > id ? 'k' : 'j');
      // At the end of the list it can't move yet.
      await this.#holds(`${markedId} !== ${marked}`, 500);
    }
  }

  async approve(id: number): Promise<void> {
    await this.press('a');
    await this.#untilOnItsWay(id);
  }

  /** Typed at once, as by an experienced user: keys pressed before the dialog is open are kept for it. */
  async reject(id: number): Promise<void> {
    await this.press('r');
    await this.#page.keyboard.type(REASON);
    await this.press('Control+Enter');
    await this.#untilOnItsWay(id);
  }

  async deliverInPart(id: number): Promise<void> {
    await this.press('p', '1', 'Control+Enter');
    await this.#untilOnItsWay(id);
  }

  async markDone(id: number): Promise<void> {
    await this.press('d');
    await this.#untilOnItsWay(id);
  }

  async markProcessing(id: number): Promise<void> {
    await this.press('m');
    await this.#untilOnItsWay(id);
  }

  async rejectUndoApprove(id: number): Promise<void> {
    await this.reject(id);
    await this.press('z');
    await this.#until(`!${onItsWay(this.#kind, id)}`);
    await this.markRow(id);
    await this.approve(id);
  }

  async approveInDetails(id: number): Promise<void> {
    const details = this.#page.getByRole('complementary', { name: 'Details' });
    await this.press('o');
    await details.waitFor({ timeout: PATIENCE_MS });
    await this.approve(id);
    await this.press('Escape');
    await details.waitFor({ state: 'detached', timeout: PATIENCE_MS });
  }

  async approveTogether(ids: readonly number[]): Promise<void> {
    for (const id of ids) {
      await this.markRow(id);
      await this.press('x');
    }
    const button = this.#page.getByRole('button', { name: new RegExp(`^(Approve|Accept) ${ids.length} selected$`) });
    await button.waitFor({ timeout: PATIENCE_MS });
    await tabTo(this.#page, button, 'Shift+Tab');
    await this.press('Enter');
    await this.#page.getByRole('alertdialog', { name: /\?$/ }).waitFor({ timeout: PATIENCE_MS });
    await this.press('Control+Enter');
    await this.#page.getByRole('alertdialog').waitFor({ state: 'detached', timeout: PATIENCE_MS });
  }

  #marked(): Promise<number | undefined> {
    return this.#page.evaluate(markedId);
  }

  /** Until its row shows that it is being sent, or is gone; by then the next row is active, if there is one. */
  #untilOnItsWay(id: number): Promise<void> {
    return this.#until(`${onItsWay(this.#kind, id)} || !${rowOf(this.#kind, id)}`);
  }

  /** Polled at each frame within the page, whose policy forbids compiling other code. @returns false after the time limit */
  #holds(condition: string, forMs: number): Promise<boolean> {
    return this.#page.evaluate(`new Promise((resolve) => {
      const endMs = performance.now() + ${forMs};
      const look = () => {
        if (${condition}) return resolve(true);
        if (performance.now() > endMs) return resolve(false);
        requestAnimationFrame(look);
      };
      look();
    })`);
  }

  async #until(condition: string): Promise<void> {
    if (!(await this.#holds(condition, PATIENCE_MS))) throw new Error(`It never came to this: ${condition}`);
  }
}

/** JavaScript expressions for the page. A row is identified by the button that opens it: "Open order 12". */
const markedId = `(() => {
  const label = document.querySelector('tbody tr[aria-current=true] [aria-label^="Open "]')?.getAttribute('aria-label');
  return label === undefined ? undefined : Number(label.split(' ').at(-1));
})()`;
const rowOf = (kind: QueueKind, id: number) =>
  `document.querySelector('tbody tr:has([aria-label="Open ${kind} ${id}"])')`;
const onItsWay = (kind: QueueKind, id: number) =>
  `/(Approving|Accepting|Rejecting|Marking)/.test(${rowOf(kind, id)}?.textContent ?? '')`;

/** The statuses that every row should have by its decision, and those that it has. */
export async function readOutcome(asAdmin: Client, { kind, ways }: Queue) {
  const meant = Object.fromEntries([...ways].map(([id, way]) => [id, statusAfter[way][kind] as string]));
  const ids = [...ways.keys()];
  const found: Record<string, string> = {};
  while (ids.length > 0) {
    const { items } = await asAdmin.admin[`${kind}s`].list.query({ ids: ids.splice(0, 100), limit: 100 });
    for (const { id, status } of items) found[id] = status;
  }
  return { meant, found };
}

/** The output of `npm run ledger:check` for a panel's data. @throws Error with the differences */
export function checkLedger(dataDir: string): string {
  const script = fileURLToPath(new URL('../scripts/ledger-check.ts', import.meta.url));
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' };
  return execFileSync(process.execPath, [script], { env, encoding: 'utf8' });
}
