import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { MAX_ORDER_LINES } from '#shared/order-lines.ts';
import { type SignedInUser, testApp } from '../../testing/app.ts';
import { dollars, giveMoney, makeService } from '../../testing/factories.ts';

const app = await testApp();
const customer = await app.registerUser();
await giveMoney(app.db, customer.user.id, dollars(600));
const serviceId = (await makeService(app.db)).id;

const LONG_PROCEDURES = ['orders.checkMany', 'orders.placeMany'];
const BUY = '/api/v1/service/buy/1';
const bearer = ({ accessToken }: SignedInUser) => ({ headers: { authorization: `Bearer ${accessToken}` } });
const longLink = (n: number, length: number) => `https://example.com/${n}/`.padEnd(length, 'x');
const linesOf = (count: number, length: number) =>
  Array.from({ length: count }, (_, n) => ({ serviceId, link: longLink(n, length), quantity: 1000 }));

/** The response to headers alone: the body is announced and never sent. */
async function answerBeforeBody(path: string, headers: string[]): Promise<string> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    [`POST ${path} HTTP/1.1`, 'host: panel', 'content-type: application/json', ...headers, '', ''].join('\r\n'),
  );
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString();
  });
  while (!/"(traceId|success)"/.test(answer)) await once(socket, 'data');
  socket.destroy();
  return answer;
}

describe('a long body', () => {
  it('of 500 lines with the longest links is accepted from signed-in users', async () => {
    const lines = linesOf(MAX_ORDER_LINES, 2048);
    expect(JSON.stringify(lines).length).toBeGreaterThan(1_000_000);
    const checked = await app.post('orders.checkMany', { lines }, bearer(customer));
    expect(checked.data).toMatchObject({ totalNanos: dollars(500) });
    const { status, data } = await app.post('orders.placeMany', { lines, requestId: randomUUID() }, bearer(customer));
    expect(status).toBe(200);
    expect(data).toMatchObject({ balanceNanos: dollars(100) });
  });

  it('gets the same response through tRPC, from a batching client', async () => {
    const lines = linesOf(100, 2048);
    const response = await fetch(`${app.url}/trpc/orders.checkMany?batch=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(customer).headers },
      body: JSON.stringify({ 0: { lines } }),
    });
    expect(await response.json()).toMatchObject([{ result: { data: { totalNanos: dollars(100) } } }]);
  });

  it.each(LONG_PROCEDURES)('of more than 1.5 MB is refused: %s', async (procedure) => {
    const { status, error } = await app.post(procedure, { lines: 'x'.repeat(1.6e6) }, bearer(customer));
    expect([status, error?.domainCode]).toEqual([413, 'payload_too_large']);
  });

  it('is refused everywhere else, also for several of these calls in one batch', async () => {
    const lines = linesOf(1, 70_000);
    for (const procedure of [
      'tickets.open',
      ...['orders.checkMany', 'orders.place'].map((path) => `${path},${path}?batch=1`),
    ]) {
      const { status, error } = await app.post(procedure, { lines }, bearer(customer));
      expect([status, error?.domainCode], procedure).toEqual([413, 'payload_too_large']);
    }
  });

  it.each([...LONG_PROCEDURES, 'orders.place'].map((path) => `/trpc/${path}`).concat(BUY))(
    'is not awaited without a session: %s',
    async (path) => {
      for (const length of ['content-length: 70000', 'transfer-encoding: chunked']) {
        for (const header of ['accept: */*', 'authorization: Bearer nonsense']) {
          const answer = await answerBeforeBody(path, [length, header]);
          expect(answer).toMatch(/^HTTP\/1.1 401 /);
          expect(answer).toContain(path === BUY ? '"success":false' : '"domainCode":"unauthenticated"');
        }
      }
    },
  );

  it('of an admin may have the length of a catalogue, and is not awaited from others', async () => {
    const admin = await app.createAdminUser();
    const path = 'admin.services.import';
    const csv = `name\n${'"\n'.repeat(1_000_000)}`;
    const taken = await app.post(path, { csv, apply: false }, bearer(admin));
    expect(taken.error?.fieldErrors).toEqual({ csv: [expect.any(String)] });
    const refused = await app.post(path, { csv: 'x'.repeat(5e6), apply: false }, bearer(admin));
    expect([refused.status, refused.error?.domainCode]).toEqual([413, 'payload_too_large']);
    const { authorization } = bearer(customer).headers;
    const announced = ['content-length: 70000', `authorization: ${authorization}`];
    const answer = await answerBeforeBody(`/trpc/${path}`, announced);
    expect(answer).toMatch(/^HTTP\/1.1 403 /);
    expect(await answerBeforeBody(`/trpc/${path}`, announced.slice(0, 1))).toMatch(/^HTTP\/1.1 401 /);
  });

  it('is not awaited from a blocked user', async () => {
    const blocked = await app.registerUser();
    const admin = await app.createAdminUser();
    await admin.client.admin.users.setBlocked.mutate({ id: blocked.user.id, blocked: true });
    const { authorization } = bearer(blocked).headers;
    const answer = await answerBeforeBody('/trpc/orders.placeMany', [
      'content-length: 70000',
      `authorization: ${authorization}`,
    ]);
    expect(answer).toContain('"domainCode":"blocked"');
  });
});

describe('hostile lines', () => {
  const check = async (lines: string) => {
    const response = await fetch(`${app.url}/trpc/orders.checkMany`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(customer).headers },
      body: `{"lines":${lines}}`,
    });
    const { result, error } = (await response.json()) as {
      result?: { data: { lines: { domainCode?: string; message?: string }[] } };
      error?: { data: { domainCode: string; fieldErrors: object } };
    };
    return { lines: result?.data.lines.map(({ message }) => message ?? 'ok'), error: error?.data };
  };
  const good = (fields: string) => `{"serviceId":${serviceId},"link":"@a","quantity":1000${fields}}`;

  it('are refused one by one', async () => {
    const { lines } = await check(
      `[${[
        good(''),
        good(',"__proto__":{"quantity":1}'),
        good(',"constructor":1'),
        good(',"quantity":NaN').replace('NaN', 'null'),
        good(',"quantity":1e999'),
        good(',"quantity":-1'),
        good(',"quantity":"1000"'),
        good(',"link":"a\\u0000b"'),
        good(',"link":"\\ud800"'),
        good(',"expectedChargeNanos":-1'),
        good(',"requestId":"0198c0de-0000-7000-8000-000000000001"'),
        'null',
        '[]',
        '"text"',
        '0',
      ].join(',')}]`,
    );
    expect(lines).toEqual([
      'ok',
      'This field is not known here',
      'This field is not known here',
      'Quantity is required',
      'Quantity must be a whole number',
      'Quantity must be at least 1',
      'Quantity must be a whole number',
      'Please enter an http(s) link or a user name',
      'Please enter an http(s) link or a user name',
      'Price must be a positive number',
      'This field is not known here',
      'The input is required',
      'The input must be a JSON object',
      'The input must be a JSON object',
      'The input must be a JSON object',
    ]);
  });

  it('with links of 60 kB are refused by their length', async () => {
    const { lines } = await check(JSON.stringify(linesOf(24, 60_000)));
    expect(lines).toEqual(Array(24).fill('The link must be at most 2048 characters'));
  });

  it('with a hundred thousand unknown fields report a few, inside and outside of the line', async () => {
    const fields = Array.from({ length: 100_000 }, (_, n) => `"k${n}":1`).join(',');
    expect((await check(`[{${fields}}]`)).lines).toEqual(['serviceId is required']);
    const { error } = await check(`[${good('')}],${fields}`);
    expect(error?.domainCode).toBe('bad_input');
    expect(Object.keys(error?.fieldErrors ?? {})).toHaveLength(20);
  });

  it('are not parsed if there are more than 500', async () => {
    const { error } = await check(`[${Array(700_000).fill(0).join(',')}]`);
    expect(error).toMatchObject({
      domainCode: 'bad_input',
      fieldErrors: { lines: ['At most 500 lines can be sent at a time'] },
    });
  });
});
