import { z } from 'zod';
import {
  accounts,
  codeKinds,
  methodKinds,
  type PaymentAccount,
  type PaymentMethod,
  type SavePaymentMethodInput,
  savePaymentMethodInput,
  stepKinds,
} from '#shared/payment-methods.ts';
import { doubledNumber, judgeRecipient } from '#shared/recipient.ts';
import { settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { typedInteger } from '../../../lib/typed-numbers.ts';
import { emptyOr, within } from './typed-rules.ts';

const { name, ussdCode, recipient, stepsBn, logo, active, position } = savePaymentMethodInput.shape;

const account = accounts.element.shape;
const MOST_TAKA = 'Enter a whole number from 1 to 10,000,000';
const mostTakaADay = typedInteger(within(account.mostTakaADay.unwrap(), MOST_TAKA), MOST_TAKA).nullable();

/** A limit that is left empty is none. */
const typedAccount = z.object({
  ...account,
  mostTakaADay: z
    .string()
    .transform((text) => (text.trim() === '' ? null : text))
    .pipe(mostTakaADay),
});

const shared = {
  name,
  recipient,
  logo: emptyOr(logo),
  active,
  accounts: z.array(typedAccount),
  position: typedInteger(within(position, 'Enter a whole number from 0 to 1,000'), 'Enter a whole number'),
};

/** The form of a payment method: missing values are empty, steps are lines. */
export const methodForm = z.discriminatedUnion('kind', [
  z.object({
    ...shared,
    kind: z.enum(stepKinds),
    ussdCode: emptyOr(ussdCode),
    stepsBn: typedSteps(),
    stepsEn: typedSteps(),
  }),
  // A QR code has neither, also where they were typed before the kind was chosen.
  z.object({
    ...shared,
    kind: z.enum(codeKinds),
    ussdCode: z.string().transform(() => null),
    stepsBn: z.string().transform((): string[] => []),
    stepsEn: z.string().transform((): string[] => []),
  }),
]);
export type TypedMethod = z.input<typeof methodForm>;
export type SavedMethod = z.output<typeof methodForm>;

/**
 * {@link methodForm} with the numbers checked against their method's form, as the server does.
 * @param stored the recipient that the form began with; undefined for a new method
 * @param storedAccounts the accounts that it began with
 */
export function methodFormOf(stored: string | undefined, storedAccounts: readonly PaymentAccount[] = []) {
  return methodForm.transform((method, context) => {
    const { problem, ...judged } = judgeRecipient(method, stored);
    if (problem) context.addIssue({ code: 'custom', path: ['recipient'], message: problem });
    const numbers: string[] = [];
    const judgedAccounts = method.accounts.map((each, at) => {
      const before = storedAccounts.find(({ number }) => number === each.number)?.number;
      const { recipient: number, problem: wrong } = judgeRecipient({ ...method, recipient: each.number }, before);
      numbers.push(number);
      const message = wrong ?? (doubledNumber(numbers) !== undefined && 'A number is there twice');
      if (message) context.addIssue({ code: 'custom', path: ['accounts', at, 'number'], message });
      return { ...each, number };
    });
    return { ...method, ...judged, accounts: judgedAccounts };
  });
}

/** A method's form values. */
export function typedMethod(method: Omit<SavePaymentMethodInput, 'id'>): TypedMethod {
  return {
    name: method.name,
    kind: method.kind,
    ussdCode: method.ussdCode ?? '',
    recipient: method.recipient,
    stepsBn: method.stepsBn.join('\n'),
    stepsEn: method.stepsEn.join('\n'),
    logo: method.logo ?? '',
    active: method.active,
    accounts: (method.accounts ?? []).map(({ mostTakaADay: most, ...each }) => ({
      ...each,
      mostTakaADay: String(most ?? ''),
    })),
    position: String(method.position),
  };
}

/** A new method, behind the others. */
export function blankMethod(methods: readonly PaymentMethod[]): Omit<SavePaymentMethodInput, 'id'> {
  const last = Math.max(0, ...methods.map((method) => method.position));
  return {
    name: '',
    kind: methodKinds[0],
    ussdCode: null,
    recipient: '',
    stepsBn: [],
    stepsEn: [],
    logo: null,
    active: true,
    accounts: [],
    position: Math.min(last + 1, 1000),
  };
}

/** The steps in a text, one a line; empty lines are none. */
export function stepsOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Errors name the step, since all of them stand beside the one field. */
function typedSteps() {
  return z.string().transform((text, context) => {
    const t = settingsTexts.get();
    const steps = stepsOf(text);
    for (const { code, path, ...issue } of stepsBn.safeParse(steps).error?.issues ?? []) {
      const most = code === 'too_big' && 'maximum' in issue ? String(issue.maximum) : '';
      const [index] = path;
      const message = typeof index === 'number' ? t.stepLong({ step: String(index + 1), most }) : t.stepsMost({ most });
      context.addIssue({ code: 'custom', message });
    }
    return steps;
  });
}
