import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { type PickedService, type Types, withService } from './parse-lines.ts';

/** Puts picked services into the line at the caret of the box, which then has the focus again. */
export function usePick(text: string, setText: (text: string) => void, types: Types) {
  const ref = useRef<HTMLTextAreaElement>(null);
  /** The caret's position in the box; its end before the first visit. */
  const caret = useRef<number>(undefined);
  const [picks, setPicks] = useState(0);
  useEffect(() => {
    if (picks === 0) return;
    const at = caret.current ?? 0;
    // The combobox takes the focus back in the next frame.
    const frame = requestAnimationFrame(() => {
      ref.current?.focus();
      ref.current?.setSelectionRange(at, at);
    });
    return () => cancelAnimationFrame(frame);
  }, [picks]);
  return {
    /** The props of the box. */
    box: {
      ref,
      onSelect({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) {
        caret.current = currentTarget.selectionStart;
      },
    },
    /** A new number renders a new, empty combobox for the next pick. */
    picks,
    pick(service: PickedService) {
      const next = withService(text, caret.current ?? text.length, service, types);
      setText(next.text);
      caret.current = next.caret;
      setPicks(picks + 1);
    },
  };
}
