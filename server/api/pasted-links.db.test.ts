import type { TRPCClientError } from '@trpc/client';
import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, expect, it } from 'vitest';
import { orders } from '#db/schema/orders.ts';
import { micros } from '#shared/money.ts';
import cases from '#shared/paste/cases.json' with { type: 'json' };
import { linkProblems, readLink } from '#shared/paste/link.ts';
import { checkLedger } from '../money/check-ledger.ts';
import { targetKeyOf } from '../money/target-key.ts';
import { readWallet } from '../money/wallets.ts';
import { testApp } from '../testing/app.ts';
import { DOLLAR, dollars, makeService } from '../testing/factories.ts';
import { registerWith } from '../testing/people.ts';
import { callRest } from '../testing/rest.ts';
import { makeTrader, postTrade } from '../testing/trade.ts';
import type { AppRouter } from './router.ts';

/* The table of pasted links through every API. The order form and mass order run through it in the client's tests. */

const app = await testApp({ env: { ORDERS_PER_MINUTE: '1000000' } });
const { id: serviceId } = await makeService(app.db, { priceMicros: micros(1_000_000) });
/** A dollar each. */
const quantity = 1000;
const START = 2_000;

afterAll(async () => {
  expect((await checkLedger(app.db)).problems).toEqual([]);
});

const TOO_LONG = `https://example.com/${'a'.repeat(2048)}`;
const texts = [...cases.links, ...cases.linkProblems].map(([text = '']) => text);
const table = [...texts, TOO_LONG];
const linkOf = new Map(cases.links.map(([text = '', link = '']) => [text, link]));

/** The sentence that refuses a text. */
function problemOf(text: string): string {
  const read = readLink(text);
  return 'problem' in read ? read.problem : `no problem: ${read.link}`;
}

/** What an API makes of a text: the number of an order, or its words. */
type Outcome = number | string;
interface Api {
  userId: number;
  order: (texts: string[]) => Promise<Outcome[]>;
  /** Its words for a text that is refused. */
  refusal: (text: string) => string;
}

const one = (place: (link: string) => Promise<Outcome>) => async (links: string[]) => Promise.all(links.map(place));

async function customer() {
  const { user, client, accessToken } = await registerWith(app, dollars(START));
  return { userId: user.id, client, accessToken };
}

const apis: Record<string, () => Promise<Api>> = {
  async 'orders.place'() {
    const { userId, client } = await customer();
    const place = (link: string) =>
      client.orders.place.mutate({ serviceId, link, quantity }).then(
        ({ order }) => order.id,
        (refusal: TRPCClientError<AppRouter>) => `${refusal.data?.domainCode}: ${refusal.message}`,
      );
    return { userId, order: one(place), refusal: (text) => `bad_input: ${problemOf(text)}` };
  },
  async 'orders.placeMany'() {
    const { userId, client } = await customer();
    const order = async (links: string[]) => {
      const lines = links.map((link) => ({ serviceId, link, quantity }));
      const { lines: checked } = await client.orders.checkMany.mutate({ lines });
      const { results } = await client.orders.placeMany.mutate({ lines, requestId: uuidv7() });
      const words = (line: object) =>
        'domainCode' in line && 'message' in line ? [line.domainCode, line.message] : [];
      expect(checked.map(words)).toEqual(results.map(words));
      return results.map((line) => ('order' in line ? line.order.id : `${line.domainCode}: ${line.message}`));
    };
    return { userId, order, refusal: (text) => `bad_input: ${problemOf(text)}` };
  },
  async REST() {
    const { userId, accessToken } = await customer();
    const place = async (link: string) => {
      const operation = 'POST /api/v1/service/buy/{id}';
      const body = { link, quantity };
      const { status, message, data } = await callRest(app, operation, {
        params: { id: serviceId },
        body,
        accessToken,
      });
      return status === 200 ? Number((data as { _id: string })._id) : `${status}: ${message}`;
    };
    return { userId, order: one(place), refusal: (text) => `400: ${problemOf(text)}` };
  },
  async 'the API v2'() {
    const { id: userId, call } = await makeTrader(app, { balanceNanos: dollars(START) });
    const place = async (link: string) => numberIn(await call({ action: 'add', service: serviceId, link, quantity }));
    return { userId, order: one(place), refusal: () => 'neworder.error.link' };
  },
  async 'the API v2 in JSON'() {
    const { id: userId, key } = await makeTrader(app, { balanceNanos: dollars(START) });
    const place = async (link: string) => {
      const body = JSON.stringify({ key, action: 'add', service: serviceId, link, quantity });
      return numberIn(await postTrade(app, body, { 'content-type': 'application/json' }));
    };
    return { userId, order: one(place), refusal: () => 'neworder.error.link' };
  },
};

const numberIn = ({ body }: { body: { order?: number; error?: string } }): Outcome =>
  body.order ?? body.error ?? JSON.stringify(body);

const AT_ONCE = 50;

it.each(Object.keys(apis))(
  '%s orders the link that is read, or says why none is, and charges nothing then',
  async (name) => {
    const api = await (apis[name] as () => Promise<Api>)();
    const outcomes: Outcome[] = [];
    for (let at = 0; at < table.length; at += AT_ONCE)
      outcomes.push(...(await api.order(table.slice(at, at + AT_ONCE))));

    const stored = await app.db
      .select({ id: orders.id, link: orders.link, targetKey: orders.targetKey })
      .from(orders)
      .where(eq(orders.userId, api.userId));
    const written = new Map(stored.map(({ id, link, targetKey }) => [id, `${link} (${targetKey})`]));
    const read = outcomes.map((outcome) => (typeof outcome === 'number' ? written.get(outcome) : outcome));
    const expected = table.map((text) => {
      const link = linkOf.get(text);
      return link === undefined ? api.refusal(text) : `${link} (${targetKeyOf(link)})`;
    });
    expect(table.map((text, at) => [text, read[at]])).toEqual(table.map((text, at) => [text, expected[at]]));
    expect(stored).toHaveLength(cases.links.length);
    const { balanceNanos } = await readWallet(app.db, api.userId);
    expect(balanceNanos).toBe((START - cases.links.length) * DOLLAR);
  },
);

it('links.read says the same, and orders nothing', async () => {
  const client = app.client();
  const read: unknown[] = [];
  for (let at = 0; at < table.length; at += AT_ONCE)
    read.push(...(await Promise.all(table.slice(at, at + AT_ONCE).map((text) => client.links.read.query({ text })))));
  const expected = table.map((text) => {
    const link = linkOf.get(text);
    return link === undefined ? { link: null, problem: problemOf(text) } : { link };
  });
  expect(read).toMatchObject(expected);
});

it('the table has every problem', () => {
  const codes = new Set(table.map((text) => readLink(text)).flatMap((read) => ('code' in read ? read.code : [])));
  expect(Object.keys(linkProblems).filter((code) => !codes.has(code as keyof typeof linkProblems))).toEqual([]);
  expect(table.length).toBeGreaterThan(400);
});
