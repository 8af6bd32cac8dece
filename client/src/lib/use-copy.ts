import { useRef, useState } from 'react';
import { showMessage } from './toasts/toasts.ts';

const CONFIRMED_FOR_MS = 2000;

/** A function that copies a text, and whether it has just done so. If the browser refuses, the text is shown to be copied by hand. */
export function useCopy(): { isCopied: boolean; copy: (text: string) => void } {
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const confirm = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), CONFIRMED_FOR_MS);
    setCopied(true);
  };
  return {
    isCopied,
    copy: (text) => void copyText(text).then(confirm, () => showMessage(text)),
  };
}

/** Without TLS a browser hides its clipboard from scripts, and browsers inside of apps refuse it, except in the event of a copy. */
async function copyText(text: string): Promise<void> {
  try {
    return await navigator.clipboard.writeText(text);
  } catch {
    // Below.
  }
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', fill, { once: true });
  // oxlint-disable-next-line typescript/no-deprecated -- There is no other way then.
  const isDone = document.execCommand('copy');
  document.removeEventListener('copy', fill);
  if (!isDone) throw new Error('refused');
}
