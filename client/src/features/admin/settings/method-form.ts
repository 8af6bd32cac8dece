import { z } from 'zod';
import {
  codeKinds,
  methodKinds,
  type PaymentMethod,
  type SavePaymentMethodInput,
  savePaymentMethodInput,
  stepKinds,
} from '#shared/payment-methods.ts';
import { judgeRecipient } from '#shared/recipient.ts';
import { settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { typedInteger } from '../../../lib/typed-numbers.ts';
import { emptyOr, within } from './typed-rules.ts';

const { name, ussdCode, recipient, stepsBn, logo, active, position } = savePaymentMethodInput.shape;

const shared = {
  name,
  recipient,
  logo: emptyOr(logo),
  active,
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
 * {@link methodForm} with the number checked against its method's form, as the server does.
 * @param stored the recipient that the form began with; undefined for a new method
 */
export function methodFormOf(stored: string | undefined) {
  return methodForm.transform((method, context) => {
    const { problem, ...judged } = judgeRecipient(method, stored);
    if (problem) context.addIssue({ code: 'custom', path: ['recipient'], message: problem });
    return { ...method, ...judged };
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
