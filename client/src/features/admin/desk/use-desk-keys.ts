import { useEffect, useEffectEvent, useRef } from 'react';
import { isForPage, openLayer } from '../../../lib/page-keys.ts';
import { isQuestionOpen } from '../../../lib/toasts/toasts.ts';
import { typeInto } from './type-into.ts';

/** A key and what it does; `key` as in `KeyboardEvent.key`, letters in lower case. */
export interface DeskKey {
  key: string;
  does: string;
  act: () => void;
  /** Other names for it that the list of keys shows in its place. */
  shownAs?: string;
  /** Whether it goes on while it is held down. */
  repeats?: boolean;
}

/**
 * Single keys for the whole page, silent while somebody types or a dialog or menu is open. No press is lost: what is pressed after
 * a dialog was asked for and before it is there is typed into its field, and where it has none, done once it is answered.
 * @param isAsking whether a dialog was asked for, which may still be on its way
 */
export function useDeskKeys(keys: readonly DeskKey[], isAsking: boolean): void {
  const held = useRef<KeyboardEvent[]>([]);
  const press = useEffectEvent((event: KeyboardEvent) => {
    const pressed = keys.find(({ key }) => key === event.key.toLowerCase());
    if (!pressed || !isForPage(event, pressed.repeats)) return;
    if (pressed.key === 'enter' && isOnControl(event.target)) return;
    event.preventDefault();
    pressed.act();
  });
  const isAwaited = useEffectEvent(() => isAsking || isQuestionOpen());
  /** @returns whether some still wait */
  const deliver = useEffectEvent(() => {
    const layer = openLayer();
    const presses = held.current.splice(0);
    if (layer && typeInto(layer, presses)) return false;
    held.current.unshift(...presses);
    while (!openLayer() && !isAwaited()) {
      const next = held.current.shift();
      if (!next) return false;
      press(next);
    }
    return held.current.length > 0;
  });
  /** Before anybody else hears of it. @returns whether it has to wait */
  const take = useEffectEvent((event: KeyboardEvent) => {
    if (isModifier(event) || (held.current.length === 0 && !isAwaited())) return false;
    const layer = openLayer();
    if (layer && isMeantFor(layer, event)) {
      // What was pressed before it is done before it.
      deliver();
      return false;
    }
    // The browser would scroll with it, or search the page.
    event.preventDefault();
    if (!event.repeat) held.current.push(heldPress(event));
    return true;
  });
  useEffect(() => {
    let frame = 0;
    const pump = () => {
      cancelAnimationFrame(frame);
      if (deliver()) frame = requestAnimationFrame(pump);
    };
    const takeFirst = (event: KeyboardEvent) => {
      if (take(event)) pump();
    };
    const onKeyDown = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', takeFirst, { capture: true });
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', takeFirst, { capture: true });
      document.removeEventListener('keydown', onKeyDown);
      cancelAnimationFrame(frame);
    };
  }, []);
}

/** A dialog that has just come may not have the focus yet: what is pressed until then is not lost. It hears Escape from anywhere. */
function isMeantFor(layer: Element, { target, key }: KeyboardEvent): boolean {
  return key === 'Escape' || (target instanceof Node && layer.contains(target));
}

/** The event itself is spent; this one is as good as new. */
function heldPress({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): KeyboardEvent {
  return new KeyboardEvent('keydown', {
    key,
    code,
    ctrlKey,
    metaKey,
    altKey,
    shiftKey,
    bubbles: true,
    cancelable: true,
  });
}

function isModifier({ key }: KeyboardEvent): boolean {
  return ['Shift', 'Control', 'Alt', 'Meta'].includes(key);
}

/** What Enter means by itself. */
function isOnControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('a, button, input, select, textarea, summary, [role=button]');
}
