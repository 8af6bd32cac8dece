import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { notices } from '#db/schema/notices.ts';
import { type TestClient, testApp } from '../../testing/app.ts';
import { makeNotice } from '../../testing/factories.ts';
import { makeCustomer, makeSignedInAdmin } from '../../testing/people.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';
import { startSecondApp } from '../../testing/second-app.ts';

const app = await testApp();
const there = await startSecondApp(app);
const admin = app.client((await makeSignedInAdmin(app)).accessToken).admin.notices;
const { accessToken } = await makeCustomer(app);
const customer = app.client(accessToken);
/** The same customer, through the other process. */
const customerThere = there.client(accessToken);
afterAll(async () => {
  await there?.close();
});

beforeEach(async () => {
  await app.db.delete(notices);
  for (const { deps } of [app, there]) deps.events.publish('notices');
});

const eid = {
  title: 'Eid Mubarak',
  body: 'The support rests\nfrom Friday to Sunday.',
  kind: 'banner' as const,
  level: 'info' as const,
  dismissible: true,
};
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);
const titles = async (client: TestClient = app.client()) =>
  (await client.notices.list.query()).map(({ title }) => title);

describe('all users', () => {
  test("see an admin's notice at once, in every process, signed in or not", async () => {
    expect(await titles()).toEqual([]);
    const made = await admin.create.mutate(eid);
    expect(made).toMatchObject({ ...eid, endsAt: null });
    expect(await app.client().notices.list.query()).toEqual([made]);
    expect(await customer.notices.list.query()).toEqual([made]);
    await vi.waitFor(async () => expect(await titles(customerThere)).toEqual([eid.title]), WITHIN);

    const changed = {
      ...eid,
      title: 'Back again',
      kind: 'page' as const,
      level: 'warning' as const,
      dismissible: false,
    };
    const updated = await admin.update.mutate({ id: made.id, ...changed });
    expect(updated).toMatchObject({ id: made.id, ...changed, startsAt: made.startsAt });
    expect(Date.parse(updated.updatedAt)).toBeGreaterThan(Date.parse(made.updatedAt));
    expect(await app.client().notices.list.query()).toEqual([updated]);

    expect(await admin.delete.mutate({ id: made.id })).toEqual({ ok: true });
    expect(await titles()).toEqual([]);
    await vi.waitFor(async () => expect(await titles(customerThere)).toEqual([]), WITHIN);
  });

  test("see a script's notice", async () => {
    expect(await titles(customerThere)).toEqual([]);
    await makeNotice(app.db, { title: 'By a script' });
    await vi.waitFor(async () => expect(await titles(customerThere)).toEqual(['By a script']), WITHIN);
  });

  test('see current notices, the latest start first', async () => {
    for (const [title, startsAt, endsAt] of [
      ['over', inHours(-2), inHours(-1)],
      ['now', inHours(-2), inHours(1)],
      ['for ever', inHours(-1), null],
      ['later', inHours(1), null],
    ] as const)
      await makeNotice(app.db, { title, startsAt, endsAt });
    app.deps.events.publish('notices');
    expect(await titles()).toEqual(['for ever', 'now']);
    expect((await admin.list.query({})).items.map(({ title }) => title)).toEqual(['later', 'for ever', 'now', 'over']);
  });

  test('get the cached response, and 304 if nothing has changed', async () => {
    await admin.create.mutate(eid);
    const read = (etag = '') => fetch(`${app.url}/trpc/notices.list`, { headers: { 'if-none-match': etag } });
    const etag = (await read()).headers.get('etag') ?? 'none';
    expect((await read(etag)).status).toBe(304);
    await admin.create.mutate(eid);
    expect((await read(etag)).status).toBe(200);
  });
});

const zoned = (what: string) => `${what} must be a date and time with its zone, such as 2026-01-31T08:30:00Z`;

describe('a notice', () => {
  test('begins and ends at its times, in any time zone', async () => {
    const made = await admin.create.mutate({
      ...eid,
      startsAt: '2026-01-31T14:30:00+06:00',
      endsAt: '2090-12-31T23:59:59.999Z',
    });
    expect([made.startsAt, made.endsAt]).toEqual(['2026-01-31T08:30:00.000Z', '2090-12-31T23:59:59.999Z']);
    const endless = await admin.update.mutate({ ...eid, id: made.id });
    expect([endless.startsAt, endless.endsAt]).toEqual(['2026-01-31T08:30:00.000Z', null]);
  });

  test.each([
    [{ startsAt: '2026-02-01T00:00:00Z', endsAt: '2026-02-01T00:00:00Z' }, 'endsAt', 'The end must be after the start'],
    [{ endsAt: '2020-01-01T00:00:00Z' }, 'endsAt', 'The end must be after the start'],
    [{ startsAt: '2026-02-31T00:00:00Z' }, 'startsAt', zoned('Start')],
    [{ startsAt: '0000-01-01T00:00:00Z' }, 'startsAt', zoned('Start')],
    [{ endsAt: '2026-02-01 10:00' }, 'endsAt', zoned('End')],
    [{ title: '' }, 'title', 'Title is required'],
    [{ title: 'two\nlines' }, 'title', 'Title must be one line, without control characters'],
    [{ title: 'x'.repeat(121) }, 'title', 'Title must be at most 120 characters'],
    [{ body: ' ' }, 'body', 'Text is required'],
    [{ body: 'x'.repeat(4001) }, 'body', 'Text must be at most 4000 characters'],
    [{ link: 'https://example.com' }, 'link', 'This field is not known here'],
  ])('%j is refused for %s', async (wrong, field, message) => {
    const refused = { code: 'bad_input', httpStatus: 400, fieldErrors: { [field]: [message] } };
    expect(await refusalOf(admin.create.mutate({ ...eid, ...wrong }))).toMatchObject(refused);
    const { id } = await makeNotice(app.db);
    expect(await refusalOf(admin.update.mutate({ ...eid, ...wrong, id }))).toMatchObject(refused);
    expect(await app.db.$count(notices)).toBe(1);
  });

  test("that does not exist can't be changed", async () => {
    expect(await codeOf(admin.update.mutate({ ...eid, id: 999_999 }))).toBe('not_found');
    expect(await codeOf(admin.delete.mutate({ id: 999_999 }))).toBe('not_found');
  });

  test('is listed for admins newest first, page by page', async () => {
    const made = [];
    for (const title of ['a', 'b', 'c']) made.push((await makeNotice(app.db, { title })).id);
    const first = await admin.list.query({ limit: 2 });
    const second = await admin.list.query({ limit: 2, cursor: first.nextCursor });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(made.toReversed());
    expect(second.nextCursor).toBeNull();
  });
});

/** A notification takes milliseconds and a poll two seconds; a slow machine may take longer. */
const WITHIN = { timeout: 20_000, interval: 20 };
