import { useStore } from '@nanostores/react';
import type { PaymentAccount, SavePaymentMethodInput } from '#shared/payment-methods.ts';
import { accountTexts, settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { formatCount } from '../../../lib/format.ts';
import { type Difference, differences, type Line } from './conflict.tsx';

/** The fields of a payment method. */
export type Method = Omit<SavePaymentMethodInput, 'id' | 'expectedMethod'>;

type KindNames = Record<Method['kind'], string>;

/** The payment methods' kinds in words. */
export function useKindNames(): KindNames {
  return kindNamesIn(useStore(settingsTexts));
}

const kindNamesIn = (t: ReturnType<typeof settingsTexts.get>): KindNames => ({ mobile: t.kindSteps, qr: t.kindCode });

/** `01700000001 Rahim, at most ৳25,000 a day, paused`. */
function lineOf({ number, name, mostTakaADay, paused }: PaymentAccount): string {
  const t = accountTexts.get();
  const limit = mostTakaADay === null ? [] : [t.atMost({ taka: `৳${formatCount(mostTakaADay)}` })];
  return [`${number} ${name}`.trim(), ...limit, ...(paused ? [t.isPaused] : [])].join(', ');
}

/** The label and the text of every field. */
function linesOf(): Record<keyof Method, Line<Method>> {
  const t = settingsTexts.get();
  return {
    name: { label: t.name, text: ({ name }) => name },
    kind: { label: t.customersSee, text: ({ kind }) => kindNamesIn(t)[kind] },
    recipient: { label: t.recipient, text: ({ recipient }) => recipient },
    ussdCode: { label: t.ussd, text: ({ ussdCode }) => ussdCode ?? t.none },
    stepsBn: { label: t.stepsBn, text: ({ stepsBn }) => stepsBn.join('\n') || t.none },
    stepsEn: { label: t.stepsEn, text: ({ stepsEn }) => stepsEn.join('\n') || t.none },
    logo: { label: t.logo, text: ({ logo }) => logo ?? t.none },
    accounts: {
      label: accountTexts.get().accounts,
      text: ({ accounts = [] }) => accounts.map(lineOf).join('\n') || t.none,
    },
    position: { label: t.position, text: ({ position }) => String(position) },
    active: { label: t.methodOn, text: ({ active }) => (active ? t.yes : t.no) },
  };
}

export function methodDifferences(mine: Method, stored: Method): Difference[] {
  return differences(Object.values(linesOf()), mine, stored);
}

/** A method without its id. */
export function fieldsOf(method: Method & { id?: number }): Method {
  const { id: _, ...fields } = method;
  return fields;
}
