import { expect, test } from 'vitest';
import type { PaymentMethod } from '#shared/payment-methods.ts';
import { blankMethod, methodForm, methodFormOf, stepsOf, typedMethod } from './method-form.ts';

const bkash: PaymentMethod = {
  id: 1,
  name: 'Bkash',
  kind: 'mobile',
  ussdCode: '*247#',
  recipient: '01711-222333',
  stepsBn: ['{number} লিখুন।'],
  stepsEn: ['Enter {number}.', 'Enter {amount}.'],
  logo: '/payments/bkash.svg',
  active: true,
  position: 1,
  accounts: [],
};
const { id: _, ...fields } = bkash;

const errorsOf = (typed: object) =>
  Object.fromEntries(
    methodForm
      .safeParse({ ...typedMethod(bkash), ...typed })
      .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [],
  );

test('a method that was opened and saved untouched stays as it was', () => {
  expect(methodForm.parse(typedMethod(bkash))).toEqual(fields);
});

test('the number is checked where it is another one than before, and written without spaces and dashes', () => {
  const typed = { ...typedMethod(bkash), recipient: '01799 111-111' };
  expect(methodFormOf(bkash.recipient).parse(typedMethod(bkash))).toEqual(fields);
  expect(methodFormOf(bkash.recipient).parse(typed)).toEqual({ ...fields, recipient: '01799111111' });
  expect(methodFormOf('017123').parse({ ...typed, recipient: '017123' })).toEqual({ ...fields, recipient: '017123' });
  const refused = methodFormOf(undefined).safeParse({ ...typed, recipient: '017123' });
  expect(refused.error?.issues).toMatchObject([
    { path: ['recipient'], message: 'This number must have 11 digits and begin with 01' },
  ]);
});

test('steps are lines, trimmed, without the empty ones', () => {
  expect(stepsOf(' Dial.\r\n\n  Pay. \n')).toEqual(['Dial.', 'Pay.']);
});

test('what is left empty is null', () => {
  expect(methodForm.parse({ ...typedMethod(bkash), ussdCode: ' ', logo: '' })).toMatchObject({
    ussdCode: null,
    logo: null,
  });
});

test('a code to scan keeps neither steps nor USSD code', () => {
  expect(methodForm.parse({ ...typedMethod(bkash), kind: 'qr' })).toEqual({
    ...fields,
    kind: 'qr',
    ussdCode: null,
    stepsBn: [],
    stepsEn: [],
  });
});

test.each([
  [{ name: ' ' }, { name: 'Name is required' }],
  [{ recipient: '' }, { recipient: 'Recipient is required' }],
  [{ logo: 'bkash.svg' }, { logo: 'Logo must be an http or https address, or a path' }],
  [{ position: '1001' }, { position: 'Enter a whole number from 0 to 1,000' }],
  [{ position: 'first' }, { position: 'Enter a whole number' }],
  [{ stepsEn: 'Pay.\n'.repeat(13) }, { stepsEn: 'At most 12 steps' }],
  [{ stepsBn: `Dial.\n${'x'.repeat(301)}` }, { stepsBn: 'Step 2 is longer than 300 characters' }],
])('%o is told beside its field', (typed, errors) => {
  expect(errorsOf(typed)).toEqual(errors);
});

test('a new method stands behind the others', () => {
  expect(blankMethod([{ ...bkash, position: 7 }, bkash]).position).toBe(8);
  expect(blankMethod([]).position).toBe(1);
});
