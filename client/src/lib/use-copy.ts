import { useRef, useState } from 'react';

const CONFIRMED_FOR_MS = 2000;

/** A function that copies a text, and whether it has just done so. If the browser refuses, nothing is confirmed. */
export function useCopy(): { isCopied: boolean; copy: (text: string) => void } {
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const confirm = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), CONFIRMED_FOR_MS);
    setCopied(true);
  };
  return { isCopied, copy: (text) => void copyText(text).then(confirm, () => undefined) };
}

/** Without TLS a browser hides its clipboard from scripts, except in the event of a copy. */
async function copyText(text: string): Promise<void> {
  if ('clipboard' in navigator) return navigator.clipboard.writeText(text);
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', fill, { once: true });
  // oxlint-disable-next-line typescript/no-deprecated -- Without TLS there is no other way.
  const isDone = document.execCommand('copy');
  document.removeEventListener('copy', fill);
  if (!isDone) throw new Error('the browser copies nothing');
}
