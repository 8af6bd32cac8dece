import type { SavePaymentMethodInput } from '#shared/settings.ts';
import { type Difference, differences, type Line } from './conflict.tsx';

/** The fields of a payment method. */
export type Method = Omit<SavePaymentMethodInput, 'id' | 'expectedMethod'>;

/** A payment method's kind in words. */
export const kindNames: Record<Method['kind'], string> = { mobile: 'Numbered steps', qr: 'QR code' };

/** The label and the text of every field. */
const words: Record<keyof Method, Line<Method>> = {
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

export function methodDifferences(mine: Method, stored: Method): Difference[] {
  return differences(Object.values(words), mine, stored);
}

/** A method without its id. */
export function fieldsOf(method: Method & { id?: number }): Method {
  const { id: _, ...fields } = method;
  return fields;
}
