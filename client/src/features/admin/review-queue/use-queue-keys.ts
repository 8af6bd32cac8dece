import { useEffect, useEffectEvent, useRef } from 'react';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { isForPage, openLayer } from '../../../lib/page-keys.ts';
import { isQuestionOpen } from '../../../lib/toasts/toasts.ts';
import type { ActiveRow } from './active-row.ts';

/** `key` as in `KeyboardEvent.key`, letters in lower case. */
export interface QueueKey {
  key: string;
  does: string;
  act: () => void;
  /** Its name in the list of shortcuts; empty for a key that the list omits. */
  label?: string;
  /** Whether holding it down repeats it. */
  repeats?: boolean;
}

/**
 * Single-key shortcuts for the whole page, off while typing or while a dialog or menu is open. No key press is lost: presses before a
 * dialog has rendered are typed into its field; if it has none, they run after it is closed.
 * @param isAsking whether a dialog was opened, which may still be loading
 */
export function useQueueKeys(keys: readonly QueueKey[], isAsking: boolean): void {
  const held = useRef<KeyboardEvent[]>([]);
  const press = useEffectEvent((event: KeyboardEvent) => {
    const pressed = keys.find(({ key }) => key === event.key.toLowerCase());
    if (!pressed || !isForPage(event, pressed.repeats)) return;
    if (pressed.key === 'enter' && isOnControl(event.target)) return;
    event.preventDefault();
    pressed.act();
  });
  const isAwaited = useEffectEvent(() => isAsking || isQuestionOpen());
  /** @returns whether presses are still waiting */
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
  /** Runs before every other listener. @returns whether the press must wait */
  const take = useEffectEvent((event: KeyboardEvent) => {
    if (isModifier(event) || (held.current.length === 0 && !isAwaited())) return false;
    const layer = openLayer();
    if (layer && isMeantFor(layer, event)) {
      // Earlier presses come first.
      deliver();
      return false;
    }
    // The browser would scroll, or search the page.
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

/** @returns J and K */
export function moveKeys({ move }: Pick<ActiveRow, 'move'>, next: string, before: string): QueueKey[] {
  return [
    { key: 'j', does: next, act: () => move(1), repeats: true },
    { key: 'k', does: before, act: () => move(-1), repeats: true },
  ];
}

/** @returns O and Enter */
export function openKeys(open: () => void, does: string): QueueKey[] {
  return [
    { key: 'o', label: queueTexts.get().keyOpenName, does, act: open },
    { key: 'enter', label: '', does: '', act: open },
  ];
}

/** A dialog that has just rendered may not have the focus yet; presses until then wait. Escape reaches it from anywhere. */
function isMeantFor(layer: Element, { target, key }: KeyboardEvent): boolean {
  return key === 'Escape' || (target instanceof Node && layer.contains(target));
}

/** A copy, because the event itself was already handled. */
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

/** Enter has its own meaning there. */
function isOnControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('a, button, input, select, textarea, summary, [role=button]');
}

const TEXT_FIELD = 'textarea, input:not([type=checkbox], [type=radio])';

/**
 * Replays presses in a dialog that has just rendered: letters go into the focused text field, else the first one; other keys are
 * dispatched there.
 * @returns false if the dialog has no text field
 */
function typeInto(dialog: Element, presses: readonly KeyboardEvent[]): boolean {
  const field = dialog.querySelector(`:is(${TEXT_FIELD}):focus`) ?? dialog.querySelector(TEXT_FIELD);
  if (!isTextField(field)) return false;
  if (presses.length > 0) field.focus();
  for (const press of presses) {
    const isLetter = press.key.length === 1 && !press.ctrlKey && !press.metaKey && !press.altKey;
    if (isLetter) insert(field, press.key);
    else field.dispatchEvent(press);
  }
  return true;
}

function insert(field: HTMLInputElement | HTMLTextAreaElement, letter: string): void {
  field.setRangeText(
    letter,
    field.selectionStart ?? field.value.length,
    field.selectionEnd ?? field.value.length,
    'end',
  );
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: letter, inputType: 'insertText' }));
}

function isTextField(element: Element | null): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}
