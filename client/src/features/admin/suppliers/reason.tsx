import { useStore } from '@nanostores/react';
import { callFailureTexts } from '../../../i18n/en/admin/suppliers.ts';
import { fieldMessage } from '../../../lib/errors.ts';
import { AsWritten } from '../as-written.tsx';

/** The last refusal of an order that no source is left for, with the panel's words behind it. */
const WITHOUT_SOURCE = /^(.+) \((no source is left|every source left costs more than the order, or than the limit)\)$/s;

/** Why something failed at a supplier: the panel's reason in the reader's language, a supplier's words as written. */
export function Reason({ text }: { text: string }) {
  useStore(callFailureTexts);
  const [, words, why] = WITHOUT_SOURCE.exec(text) ?? [];
  if (words !== undefined && why !== undefined) {
    return (
      <>
        <Reason text={words} /> ({fieldMessage(why)})
      </>
    );
  }
  const own = reasonWords(text);
  return own === text ? <AsWritten>{text}</AsWritten> : own;
}

/** The same as text. */
export function reasonWords(text: string): string {
  return isFailure(text) ? callFailureTexts.get()[text] : fieldMessage(text);
}

function isFailure(text: string): text is keyof typeof callFailureTexts.english {
  return Object.hasOwn(callFailureTexts.english, text);
}
