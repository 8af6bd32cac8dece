import { type RefObject, useEffect, useRef, useState } from 'react';
import type { OrderFormHandle } from '../use-tell-refusal.ts';

/** The dialog puts the focus on what bears this when it opens. */
const autofocus = { 'data-autofocus': '' };

interface FirstFocus {
  title: RefObject<HTMLHeadingElement | null>;
  titleProps: Partial<typeof autofocus>;
  linkProps: Partial<typeof autofocus>;
}

/**
 * Where the focus stands when the dialog opens: in the link with a mouse, on the title with a finger, which wants to read
 * first, not to have a keyboard slide over half of it.
 */
export function useFirstFocus(form: Pick<OrderFormHandle, 'setFocus'>): FirstFocus {
  const title = useRef<HTMLHeadingElement>(null);
  const [isMouse] = useState(() => window.matchMedia('(pointer: fine)').matches);
  useEffect(() => {
    if (isMouse) form.setFocus('link');
    else title.current?.focus();
  }, [form, isMouse]);
  return { title, titleProps: isMouse ? {} : autofocus, linkProps: isMouse ? autofocus : {} };
}
