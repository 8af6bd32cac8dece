import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#db/schema/audit.ts';
import { evidence, statementMappings } from '#db/schema/evidence.ts';
import { mailOutbox } from '#db/schema/mail.ts';
import { users } from '#db/schema/users.ts';
import { testApp } from '../../testing/app.ts';
import { makePaymentMethod } from '../../testing/factories.ts';
import { makeKey } from '../../testing/keys.ts';
import { makeSignedInAdmin } from '../../testing/people.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';

const app = await testApp();
const { db } = app;
const admin = await makeSignedInAdmin(app);
const api = app.client(admin.accessToken).admin.evidence;
await db.update(users).set({ emailConfirmedAt: sql`now()` }).where(eq(users.id, admin.id));

const mapping = { at: 'Date', reference: 'Trx ID', amount: 'Credit', payer: 'From' };
const HEAD = 'Date,Trx ID,From,Credit';
const row = ({ at = '03/08/2026 10:01', id = nextId(), from = '01700000001', amount = '500' } = {}) =>
  [at, id, from, amount].map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
let ids = 0;
const nextId = () => `DH31A${String(++ids).padStart(5, '0')}`;
const csvOf = (...rows: string[]) => [HEAD, ...rows].join('\n');

const send = (csv: string, more: Partial<Parameters<typeof api.import.mutate>[0]> = {}) =>
  api.import.mutate({ provider: 'bkash', csv, mapping, apply: false, ...more });
const stored = () => db.select().from(evidence).orderBy(evidence.id);
const entries = () => db.select().from(auditEntries).where(eq(auditEntries.action, 'statement.import'));

beforeEach(async () => {
  await db.delete(evidence);
  await db.delete(statementMappings);
  await db.delete(mailOutbox);
});

describe('a statement', () => {
  test('is displayed before it is stored, and stored once however often it is applied', async () => {
    const heard: unknown[] = [];
    app.deps.events.subscribe('evidence', () => heard.push('evidence'));
    const before = (await entries()).length;
    const csv = csvOf(
      row({ id: 'DH31ZZZZZ1', amount: '1,500.50', from: '+8801700000001' }),
      row({ amount: '' }),
      row({ id: 'short' }),
    );
    const preview = await send(csv);
    expect(preview).toEqual({
      ...{ rows: 3, added: 1, known: 0, skipped: 1 },
      refused: [{ line: 4, problem: 'The transaction ID has 6 to 32 letters and digits, with a digit among them' }],
      sample: [
        { at: '2026-08-03T04:01:00.000Z', reference: 'DH31ZZZZZ1', amountPoisha: 150_050, payer: '01700000001' },
      ],
    });
    expect([await stored(), await entries()]).toMatchObject([[], { length: before }]);
    expect([await db.$count(mailOutbox), await api.mapping.query({ provider: 'bkash' }), heard]).toEqual([0, null, []]);

    expect(await send(csv, { apply: true })).toEqual(preview);
    const rows = await stored();
    expect(rows).toMatchObject([
      {
        ...{ deviceId: null, sender: 'statement', kind: 'statement', provider: 'bkash', direction: 'in' },
        ...{ state: 'unclaimed', reason: null, amountPoisha: 150_050, reference: 'DH31ZZZZZ1', payer: '01700000001' },
        text: '"03/08/2026 10:01","DH31ZZZZZ1","+8801700000001","1,500.50"',
        at: new Date('2026-08-03T04:01:00.000Z'),
        dueAt: expect.any(Date) as Date,
      },
    ]);
    expect(heard.length).toBeGreaterThan(0);
    expect(await api.mapping.query({ provider: 'bkash' })).toEqual(mapping);
    const [entry] = (await entries()).slice(before);
    expect(entry).toMatchObject({
      ...{ adminId: admin.id, subject: 'statement', subjectName: 'bkash' },
      after: { added: 1, rows: 3, skipped: 1, refused: 1, mapping },
    });
    const mails = await db.select().from(mailOutbox);
    expect(mails.map(({ subject }) => subject)).toEqual(['A statement of payments was imported (bkash)']);

    for (const apply of [false, true]) expect(await send(csv, { apply })).toMatchObject({ added: 0, known: 1 });
    expect(await stored()).toEqual(rows);
    expect([(await entries()).length, await db.$count(mailOutbox)]).toEqual([before + 1, 1]);
  });

  test('adds what is not known by another file, by a phone, or a line before; letters’ case does not matter', async () => {
    await send(csvOf(row({ id: 'DH31ABCDE1' })), { apply: true });
    const csv = csvOf(row({ id: 'dh31abcde1' }), row({ id: 'DH31ABCDE2' }), row({ id: 'Dh31aBCDE2' }));
    expect(await send(csv)).toMatchObject({ rows: 3, added: 1, known: 2 });
    expect(await send(csv, { apply: true })).toMatchObject({ rows: 3, added: 1, known: 2 });
    // Another provider's IDs are others.
    expect(await send(csv, { provider: 'nagad' })).toMatchObject({ added: 2, known: 1 });
    // What counts for nothing proves nothing.
    await db.update(evidence).set({ state: 'ignored', reason: 'foreign_sender' });
    expect(await send(csv)).toMatchObject({ added: 2, known: 1 });
  });

  test('of thousands of rows is stored in batches', async () => {
    const csv = csvOf(...Array.from({ length: 1201 }, () => row()));
    expect(await send(csv)).toMatchObject({ rows: 1201, added: 1201 });
    expect(await send(csv, { apply: true })).toMatchObject({ rows: 1201, added: 1201 });
    expect(await send(csv)).toMatchObject({ added: 0, known: 1201, sample: { length: 5 } });
    expect(await db.$count(evidence, and(eq(evidence.state, 'unclaimed'), eq(evidence.provider, 'bkash')))).toBe(1201);
  });

  test('with other columns changes what is remembered, with an entry and a mail', async () => {
    const line = row();
    await send(csvOf(line), { apply: true });
    const { payer: _, ...other } = mapping;
    expect(await send(csvOf(line), { apply: true, mapping: other })).toMatchObject({ added: 0 });
    expect(await api.mapping.query({ provider: 'bkash' })).toEqual(other);
    expect(await db.$count(mailOutbox)).toBe(2);
  });
});

const AMOUNT = 'The amount can not be read';
const TIME = 'The time needs a day and an hour, such as 30/12/2024 13:22';
const ID = 'The transaction ID has 6 to 32 letters and digits, with a digit among them';

describe('a line', () => {
  test.each([
    ['1,500.00', 150_000],
    ['৳1500', 150_000],
    ['Tk 1,500', 150_000],
    ['tk. 1,00,000.5', 10_000_050],
    ['BDT 0.01', 1],
    ['+500', 50_000],
    ['５００', 50_000],
    ['', 'skipped'],
    ['0.00', 'skipped'],
    ['-500', 'skipped'],
    ['−500.00', 'skipped'],
    ['Tk -500', 'skipped'],
    ['(500)', 'skipped'],
    ['1,5', AMOUNT],
    ['1.500,00', AMOUNT],
    ['1500.005', AMOUNT],
    ['1.5E+10', AMOUNT],
    ['$500', AMOUNT],
    ['৫০০', AMOUNT],
    ['=500', AMOUNT],
    ['9'.repeat(13), AMOUNT],
    ['5'.repeat(60_000), AMOUNT],
    ['500\u0000', AMOUNT],
  ])('with the amount %j is %s', async (amount, result) => {
    const { sample, skipped, refused } = await send(csvOf(row({ amount })));
    expect(skipped === 1 ? 'skipped' : (sample[0]?.amountPoisha ?? refused[0]?.problem)).toBe(result);
  });

  test.each([
    ['30/12/2024 13:22', '2024-12-30T07:22:00.000Z'],
    ['30/12/2024 13:22:05', '2024-12-30T07:22:05.000Z'],
    ['2024-12-30 13:22', '2024-12-30T07:22:00.000Z'],
    ['2024-12-30T03:22:05', '2024-12-29T21:22:05.000Z'],
    ['31-JUL-26 04:50:30 pm', '2026-07-31T10:50:30.000Z'],
    ['31-Jul-26  12:00:00 AM', '2026-07-30T18:00:00.000Z'],
    ['30/12/2024', TIME],
    ['2024-12-30', TIME],
    ['', TIME],
    ['31/02/2024 10:00', TIME],
    ['2024-13-01 10:00', TIME],
    ['30/12/2024 25:00', TIME],
    ['30/12/1999 10:00', TIME],
    ['12/30/2024 10:00', TIME],
    ['2024-12-30T13:22:05+06:00', TIME],
    ['2024-12-30 '.repeat(6000), TIME],
  ])('with the time %j is %s', async (at, result) => {
    const { sample, refused } = await send(csvOf(row({ at })));
    expect(sample[0]?.at ?? refused[0]?.problem).toBe(result);
  });

  test.each([
    ['DH31AB', 'DH31AB'],
    [' dh31ab ', 'dh31ab'],
    ['1'.repeat(32), '1'.repeat(32)],
    ['DH31A', ID],
    ['1'.repeat(33), ID],
    ['ABCDEFGH', ID],
    ['', ID],
    ['DΗ31AAAAA1', ID],
    ['DH31 AAAAA1', ID],
    ['DH31-AAAAA1', ID],
    ['ＤＨ31AAAAA1', ID],
    ['DH31AAAAA১', ID],
    ['DH31\u200bAAAAA1', ID],
    ['DH31AAAAA1\u0000', ID],
    ["'DH31AAAAA1", ID],
    ['=HYPERLINK("https://evil.example")', ID],
    ['A1'.repeat(30_000), ID],
  ])('with the ID %j is %s', async (id, result) => {
    const { sample, refused } = await send(csvOf(row({ id })));
    expect(sample[0]?.reference ?? refused[0]?.problem).toBe(result);
  });

  test.each([
    ['8801700-000001', '01700000001'],
    ['0170XXX0001', '0170XXX0001'],
    ['', null],
    ['Some Shop', 'Some Shop'],
    ['a\u0000b \ud83d', 'a\ufffdb \ufffd'],
    ['x'.repeat(60_000), 'x'.repeat(100)],
  ])('with the payer %j is stored', async (from, payer) => {
    await send(csvOf(row({ from })), { apply: true });
    expect((await stored())[0]).toMatchObject({ payer });
    expect((await stored())[0]?.text.length).toBeLessThanOrEqual(2000);
  });

  test('that is refused is named, the first twenty', async () => {
    const { rows, added, refused } = await send(csvOf(...Array.from({ length: 25 }, () => row({ at: 'now' })), row()));
    expect([rows, added, refused.length, refused.at(-1)]).toEqual([26, 1, 20, { line: 21, problem: TIME }]);
  });
});

describe('a file', () => {
  test.each([
    ['a byte order mark and CRLF', `\ufeff${[HEAD, row(), row()].join('\r\n')}\r\n`, 2],
    ['semicolons', `Date;Trx ID;From;Credit\n03/08/2026 10:01;DH31QQQQQ1;01700000001;500`, 1],
    [
      'spaces around its headers, and lines of another length',
      `Date , Trx ID,From,Credit,More\n${row()}\n${row()},x,y`,
      2,
    ],
    ['headers alone', HEAD, 0],
    ['a header twice: the first counts', `${HEAD},Credit\n${row()},900`, 1],
    ['a million columns', `${HEAD}${',x'.repeat(1_000_000)}\n${row()}`, 1],
    ['a cell of a megabyte', `${HEAD},Note\n${row()},${'"="" '.replace('"="" ', '"')}${'=1+1 '.repeat(200_000)}"`, 1],
  ])('with %s is read', async (_how, csv, added) => {
    expect(await send(csv)).toMatchObject({ rows: added, added, refused: [] });
  });

  test.each([
    ['without one of the columns', 'Date,From,Credit\nx,y,z', 'mapping'],
    ['of white space', ' \n ', 'csv'],
    ['of NUL bytes', '\u0000'.repeat(100_000), 'mapping'],
    ['with a quote that is never closed', `${HEAD}\n"${'x'.repeat(60_000)}`, 'csv'],
    ['of more than 20,000 lines', `${HEAD}\n${'a\n'.repeat(20_001)}`, 'csv'],
    ['of more than 2 MB', `${HEAD}\n${' '.repeat(2 * 1024 * 1024)}`, 'csv'],
    ['without a text', '', 'csv'],
  ])('%s is refused', async (_which, csv, field) => {
    const refusal = await refusalOf(send(csv, { apply: true }));
    expect(refusal).toMatchObject({ code: 'bad_input', httpStatus: 400 });
    expect(Object.keys(refusal.fieldErrors ?? {})).toEqual([field]);
    expect(await stored()).toEqual([]);
  });

  test('of just 2 MB is read, also in characters of three bytes', async () => {
    const start = `${HEAD},Note\n${row()},`;
    for (const filling of ['x', 'ক']) {
      const csv = start + filling.repeat(2 * 1024 * 1024 - start.length);
      const tooLarge = Buffer.byteLength(csv) > 4 * 1024 * 1024;
      if (tooLarge) expect(await codeOf(send(csv))).toBe('payload_too_large');
      else expect(await send(csv)).toMatchObject({ rows: 1, added: 1 });
    }
  });
});

describe('who may', () => {
  test.each([
    ['of a wording', 'bkash', true],
    ['that nobody knows', 'nobody', false],
    ['of a wallet of a payment method', 'rocket', true],
    ['that is no word', 'BKASH', false],
  ])('a provider %s', async (_which, provider, isKnown) => {
    await makePaymentMethod(db, { name: `রকেট ${++ids}` });
    if (isKnown) expect(await send(csvOf(row()), { provider })).toMatchObject({ added: 1 });
    else {
      expect(await refusalOf(send(csvOf(row()), { provider }))).toMatchObject({
        code: 'bad_input',
        fieldErrors: { provider: [expect.any(String)] },
      });
    }
  });

  test('applying asks who it is; a preview does not; keys may do neither', async () => {
    const { accessToken } = await makeSignedInAdmin(app, { isReauthenticated: false });
    const late = app.client(accessToken).admin.evidence;
    const input = { provider: 'bkash', csv: csvOf(row()), mapping };
    expect(await codeOf(late.import.mutate({ ...input, apply: true }))).toBe('reauthentication_required');
    expect(await late.import.mutate({ ...input, apply: false })).toMatchObject({ added: 1 });
    const key = app.client((await makeKey(app, admin, { scopes: ['read', 'admin.evidence:read'] })).accessToken).admin
      .evidence;
    const calls = [() => key.import.mutate({ ...input, apply: false }), () => key.mapping.query({ provider: 'bkash' })];
    for (const call of calls) expect(await codeOf(call())).toBe('key_not_allowed');
    expect(await stored()).toEqual([]);
  });
});
