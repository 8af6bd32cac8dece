import type { SavePaymentMethodInput } from '../../../../../shared/settings.ts';
import { kindNames } from './kind-names.ts';
import type { SettingDifference } from './setting-words.ts';

/** Everything that is set of a payment method. */
export type Method = Omit<SavePaymentMethodInput, 'id' | 'expectedMethod'>;

interface Words {
  label: string;
  text: (method: Method) => string;
}

/** Each of it by its field's label, and how it reads. */
const words: Record<keyof Method, Words> = {
  name: { label: 'Name', text: ({ name }) => name },
  kind: { label: 'Customers see', text: ({ kind }) => kindNames[kind] },
  recipient: { label: 'Recipient', text: ({ recipient }) => recipient },
  ussdCode: { label: 'USSD code', text: ({ ussdCode }) => ussdCode ?? 'none' },
  stepsBn: { label: 'Steps in Bengali', text: ({ stepsBn }) => stepsBn.join('\n') || 'none' },
  stepsEn: { label: 'Steps in English', text: ({ stepsEn }) => stepsEn.join('\n') || 'none' },
  logo: { label: 'Logo', text: ({ logo }) => logo ?? 'none' },
  position: { label: 'Position', text: ({ position }) => String(position) },
  active: { label: 'Active', text: ({ active }) => (active ? 'yes' : 'no') },
};

/** Where what is about to be saved differs from what is stored, a line a field. */
export function methodDifferences(mine: Method, stored: Method): SettingDifference[] {
  return Object.values(words)
    .map(({ label, text }) => ({ label, theirs: text(stored), mine: text(mine) }))
    .filter(({ theirs, mine: typed }) => theirs !== typed);
}

/** A method as it is expected to be stored, without its id. */
export function fieldsOf(method: Method & { id?: number }): Method {
  const { id: _, ...fields } = method;
  return fields;
}
