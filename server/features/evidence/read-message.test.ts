import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fieldNames, readPattern } from './pattern.ts';
import { type KnownWording, readMessage } from './read-message.ts';

const wordings: KnownWording[] = [
  wordingOf(
    'received',
    'You have received Tk {amount} from {payer}. Fee Tk {fee}. Balance Tk {balance}. TrxID {id} at {at}',
  ),
  wordingOf(
    'received',
    'You have received Tk {amount} from {payer}. Ref {memo}. Fee Tk {fee}. Balance Tk {balance}. TrxID {id} at {at}',
  ),
  wordingOf('received', 'You have received Tk {amount} from {name}. Balance Tk {balance}. TrxID {id} at {at}'),
];

function wordingOf(kind: string, pattern: string): KnownWording {
  return { id: pattern.length, provider: 'bkash', kind, direction: 'in', senders: ['bKash'], pattern };
}

const TAIL = 'Fee Tk 0.00. Balance Tk 1,500.50. TrxID DH31AAAAA1 at 03/08/2026 10:01';
const read = (text: string, sender = 'bKash') => readMessage({ sender, text }, wordings);

test('a message is read field by field: poisha, and a time of Dhaka', () => {
  expect(read(`You have received Tk 20,172.5 from 01700000001.Ref jazakallah  vai. Ok. ${TAIL}`)).toEqual({
    wordingId: expect.any(Number) as number,
    ...{ provider: 'bkash', kind: 'received', direction: 'in' },
    ...{ amountPoisha: 2_017_250, feePoisha: 0, balancePoisha: 150_050, reference: 'DH31AAAAA1' },
    ...{ payer: '01700000001', memo: 'jazakallah vai. Ok', at: new Date('2026-08-03T04:01:00.000Z') },
  });
});

test.each([
  ['a masked number', `You have received Tk 5.00 from 0170XXX0001. ${TAIL}`, { payer: '0170XXX0001', memo: null }],
  [
    'a business',
    'You have received Tk 5 from Some Shop. Balance Tk 9. TrxID DH31AAAAA1 at 03/08/2026 10:01',
    { payer: 'Some Shop' },
  ],
  [
    'line breaks, an advertisement and a full stop',
    `You have received\r\nTk .50 from 01700000001.\n${TAIL}. Download App: https://bKa.sh/8app`,
    { amountPoisha: 50 },
  ],
  ['full-width digits', `You have received Tk ５００ from 01700000001. ${TAIL}`, { amountPoisha: 50_000 }],
  ['a sender in other letters', `You have received Tk 5 from 01700000001. ${TAIL}`, { amountPoisha: 500 }],
])('it is read with %s', (how, text, fields) => {
  expect(read(text, how.startsWith('a sender') ? 'BKASH' : 'bKash')).toMatchObject(fields);
});

test.each([
  ['from a person', `You have received Tk 5 from 01700000001. ${TAIL}`, '+8801700000000', 'foreign_sender'],
  ['from a sender that only begins so', `You have received Tk 5 from 01700000001. ${TAIL}`, 'bKash1', 'foreign_sender'],
  [
    'with a memo that has the provider’s words',
    `You have received Tk 5 from 01700000001. Ref x. Fee Tk 0.00. Balance Tk 9. TrxID DHZ0000000 at 03/08/2026 10:00. ${TAIL}`,
    'bKash',
    'no_wording',
  ],
  [
    'with a memo that has them without blanks',
    `You have received Tk 5 from 01700000001. Ref TRX-ID9ABC. ${TAIL}`,
    'bKash',
    'no_wording',
  ],
  ['with a text before it', `Fwd: You have received Tk 5 from 01700000001. ${TAIL}`, 'bKash', 'no_wording'],
  ['with a text behind it', `You have received Tk 5 from 01700000001. ${TAIL} OK`, 'bKash', 'no_wording'],
  [
    'with a Greek letter in its id',
    `You have received Tk 5 from 01700000001. ${TAIL.replace('AAAAA', 'AΑAAA')}`,
    'bKash',
    'no_wording',
  ],
  ['with Bengali digits in its amount', `You have received Tk ৫০০ from 01700000001. ${TAIL}`, 'bKash', 'no_wording'],
  [
    'with an invisible character in its id',
    `You have received Tk 5 from 01700000001. ${TAIL.replace('AAAAA', 'AA\u200bAAA')}`,
    'bKash',
    'no_wording',
  ],
  [
    'on a day that does not exist',
    `You have received Tk 5 from 01700000001. ${TAIL.replace('03/08', '31/02')}`,
    'bKash',
    'no_wording',
  ],
  ['with three decimals', `You have received Tk 5.001 from 01700000001. ${TAIL}`, 'bKash', 'no_wording'],
  [
    'of 60 kB',
    `You have received Tk 5 from 01700000001. Ref ${'. Fee Tk 0.00. '.repeat(4000)}${TAIL}`,
    'bKash',
    'no_wording',
  ],
  [
    'with more taka than there are',
    `You have received Tk 999,999,999,999,999.00 from 01700000001. ${TAIL}`,
    'bKash',
    'no_wording',
  ],
  ['with a comma before two digits', `You have received Tk 1,50 from 01700000001. ${TAIL}`, 'bKash', 'no_wording'],
  ['with a blank in its amount', `You have received Tk 1, 000 from 01700000001. ${TAIL}`, 'bKash', 'no_wording'],
  [
    'of another century',
    `You have received Tk 5 from 01700000001. ${TAIL.replace('2026', '0024')}`,
    'bKash',
    'no_wording',
  ],
  [
    'from a sender with a letter that looks alike',
    `You have received Tk 5 from 01700000001. ${TAIL}`,
    'b\u212Aash',
    'foreign_sender',
  ],
  [
    'from a name that is nearly a number',
    'You have received Tk 5 from \u041e1700000001. Balance Tk 9. TrxID DH31AAAAA1 at 03/08/2026 10:01',
    'bKash',
    'no_wording',
  ],
])('a message %s is not understood', (_how, text, sender, reason) => {
  expect(read(text, sender)).toEqual({ reason });
});

test.each(['Thanks!', 'ok.', '', 'a, b', 'N/A'])('a memo may be %j where no sign stands behind it', (memo) => {
  const nagad = wordingOf(
    'received',
    'Money Received. Amount: Tk {amount} Ref: {memo} TxnID: {id} Balance: Tk {balance} {at}',
  );
  const text = `Money Received.\nAmount: Tk 5.00\nRef: ${memo}\nTxnID: 754MJGYV\nBalance: Tk 9.00\n25/03/2026 16:56`;
  expect(readMessage({ sender: 'bKash', text }, [nagad])).toMatchObject({ memo: memo || null, reference: '754MJGYV' });
});

test('a message that two wordings fit is not understood', () => {
  const twice = [
    ...wordings,
    wordingOf(
      'other',
      'You have received Tk {amount} from {payer}. Fee Tk {fee}. Balance Tk {balance}. TrxID {id} at {at}',
    ),
  ];
  const text = `You have received Tk 5 from 01700000001. ${TAIL}`;
  expect(readMessage({ sender: 'bKash', text }, twice)).toEqual({ reason: 'several_wordings' });
});

test.each([
  ['a field that is none', 'Got Tk {money}', /no field \{money\}/],
  ['a field twice', 'Got Tk {amount} and {amount}', /there twice/],
  ['two fields side by side', 'Got Tk {amount}{id}', /Between \{amount\} and \{id\}/],
  ['a brace', 'Got Tk {amount} }', /brace/],
  ['fields alone', '{amount} {id} {at}', /needs a text/],
  ['a memo at the end', 'Got Tk {amount} Ref {memo}', /Behind \{memo\}/],
])('a wording with %s is refused', (_what, pattern, problem) => {
  expect(readPattern(pattern)).toEqual({ problem: expect.stringMatching(problem) as string });
  expect(fieldNames).toContain('memo');
});

test('the wordings that come with the panel read their own examples, and each example has one wording', () => {
  const sql = readFileSync(new URL('../../../db/migrations/0061_payment-messages.sql', import.meta.url), 'utf8');
  const rows = sql.matchAll(
    /\('(\w+)', '([\w-]+)', '([\w-]+)', array\['([^']+)'[^\]]*\], '([^']+)',\s+array\[E?'([^']*)'\]\)/g,
  );
  const shipped = [...rows].map(
    ([, provider = '', kind = '', direction, sender = '', pattern = '', example = ''], id) => ({
      ...{ id, provider, kind, direction: direction as 'in', senders: [sender], pattern },
      example: example.replaceAll('\\n', '\n'),
    }),
  );
  expect(shipped.length).toBeGreaterThan(20);
  for (const { id, senders, example } of shipped) {
    expect(readMessage({ sender: senders[0] ?? '', text: example }, shipped), example).toMatchObject({ wordingId: id });
  }
});
