import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import { orders } from '#db/schema/orders.ts';
import { createAccessTokens } from '#server/base/identity/access-token.ts';
import { testApp } from '#server/testing/app.ts';
import { dollars, giveMoney, makeService } from '#server/testing/factories.ts';
import { micros } from '#shared/money.ts';

const QUARTER_HOUR_MS = 15 * 60_000;

/** The server's clock for tokens. */
let clockMs = Date.now();
const app = await testApp();
app.deps.accessTokens = createAccessTokens(app.secret, { now: () => clockMs });
const admin = await app.createAdminUser();
const customer = await app.registerUser({ userName: 'rahim' });

const children: ChildProcess[] = [];
afterAll(() => children.forEach((child) => void child.kill('SIGKILL')));

/** `npm run example`, as rahim and with the app's URL unless `env` overrides them. */
function example(env: Record<string, string> = {}, args: string[] = []) {
  const child = spawn(process.execPath, ['scripts/example.ts', ...args], {
    env: { PATH: process.env.PATH, PANEL_URL: app.url, PANEL_USER: 'rahim', PANEL_PASSWORD: customer.password, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, printed }));
  return { printed: () => printed, ended };
}

const failures: { name: string; env?: Record<string, string>; args?: string[]; told: RegExp }[] = [
  {
    name: 'nobody answers',
    env: { PANEL_URL: 'http://127.0.0.1:1' },
    told: /^No panel answers at http:\/\/127\.0\.0\.1:1: start it/,
  },
  { name: 'the address is none', env: { PANEL_URL: 'panel' }, told: /^No panel answers at panel: start it/ },
  {
    name: 'no customer is named',
    env: { PANEL_USER: '', PANEL_PASSWORD: '' },
    told: /^Set PANEL_USER and PANEL_PASSWORD/,
  },
  {
    name: 'the password is wrong',
    env: { PANEL_PASSWORD: 'not this one' },
    told: /^The panel knows nobody by this name/,
  },
  { name: 'the panel has no services', told: /^The panel has no services yet/ },
];
test.each(failures)('one sentence says what to do when $name', async ({ env, args, told }) => {
  const { code, printed } = await example(env, args).ended;
  expect(printed).toMatch(told);
  expect(printed.trimEnd().split('\n')).toHaveLength(1);
  expect(code).toBe(1);
});

test('one sentence says what to do when the customer lacks balance, or the order is refused', async () => {
  await makeService(app.db, { priceMicros: micros(1_000_000), min: 100 });
  const poor = await example().ended;
  expect(poor.printed.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^#\d+ /),
    'rahim has not enough balance: an admin gives it under Dashboard → Users, or Add Balance asks for it.',
  ]);
  expect(poor.code).toBe(1);
  const refused = await example({}, ['x'.repeat(5000)]).ended;
  expect(refused.printed.trimEnd().split('\n')).toHaveLength(2);
  expect(refused.printed).not.toContain('    at ');
  expect(refused.code).toBe(1);
});

test("it orders, and follows the order beyond its token's lifetime until it is decided", async () => {
  await giveMoney(app.db, customer.user.id, dollars(5));
  const run = example({}, ['https://example.com/mine']);
  await vi.waitUntil(() => run.printed().includes('is pending'), { timeout: 20_000 });
  const [order] = await app.db.select().from(orders).where(eq(orders.userId, customer.user.id));
  expect(order).toMatchObject({ link: 'https://example.com/mine', quantity: 100, status: 'pending' });
  const { id } = order ?? { id: 0 };

  clockMs += QUARTER_HOUR_MS + 1000;
  const refusal = await app
    .client(customer.accessToken)
    .auth.me.query()
    .catch((error: Error) => error.message);
  expect(refusal).toBe('You need to login first');
  const again = await app.post('auth.login', { userName: admin.user.userName, password: admin.password });
  const { tokens } = again.data as { tokens: { accessToken: string } };
  await app.client(tokens.accessToken).admin.orders.decide.mutate({ id, decision: 'complete' });

  const { code, printed } = await run.ended;
  expect(printed).toContain(`Order ${id} costs $0.10, $4.90 left`);
  expect(printed.trimEnd().split('\n').at(-1)).toBe(`Order ${id} is completed`);
  expect(code).toBe(0);
});
