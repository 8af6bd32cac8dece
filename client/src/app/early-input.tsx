import { useEffect, useLayoutEffect } from 'react';

/** What was done to a page whose HTML was there before its code, as theme-script.js keeps it. */
interface EarlyInput {
  type: 'click' | 'input' | 'change';
  target: HTMLElement;
  /** What a field held then. */
  value?: string | undefined;
}

interface EarlyValue extends EarlyInput {
  target: Field;
  value: string;
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

declare global {
  interface Window {
    /** Undefined once the page's code is all here, and where no page was before it. */
    early?: EarlyInput[] | undefined;
  }
}

/** Keeps what the browser itself has put into fields, as after going back, like what was typed; before the page's code takes over. */
export function keepFilledIn(root: Element): void {
  for (const target of root.querySelectorAll<Field>('input, select, textarea'))
    if (isFilledIn(target)) window.early?.push({ type: eventOf(target), target, value: target.value });
}

/**
 * Stands at the end of a page that has come rendered: with it all of the page's code is here. Does what was pressed, and puts in
 * what was typed, before it was: nothing that somebody did is lost.
 */
export function AfterEarlyInput() {
  // As soon as the fields are the page's own: it may be drawn again with what it knows of them.
  useLayoutEffect(fillIn, []);
  useEffect(() => {
    // When all that takes up its work with the page, or is drawn again with what this browser knows, has done so.
    const timer = setTimeout(pressNext);
    return () => clearTimeout(timer);
  }, []);
  return null;
}

function fillIn(): void {
  if (!window.early) return;
  const values = window.early.filter(isValue);
  window.early = window.early.filter((input) => !isValue(input));
  const last = new Map(values.map((input) => [input.target, input]));
  for (const input of last.values()) whileNothingIsKept(() => putIn(input));
}

/** One at a time, as the page may be another after each; what is done meanwhile waits for its turn. */
function pressNext(): void {
  const next = window.early?.shift();
  if (!next) {
    window.early = undefined;
    return;
  }
  const { target } = next;
  if (target.isConnected) whileNothingIsKept(() => (isValue(next) ? putIn(next) : target.click?.()));
  setTimeout(pressNext);
}

/** What is done here is for the page's code. */
function whileNothingIsKept(act: () => void): void {
  const kept = window.early;
  window.early = undefined;
  act();
  window.early = kept;
}

/** React takes a value that was there when it came for its own, so that it has to see it change. */
function putIn({ type, target, value }: EarlyValue): void {
  const setValue = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target) as object, 'value')?.set;
  if (!(target instanceof HTMLSelectElement)) target.value = '';
  setValue?.call(target, value);
  target.dispatchEvent(new Event(type, { bubbles: true }));
}

function isValue(input: EarlyInput): input is EarlyValue {
  return input.type !== 'click';
}

function isFilledIn(field: Field): boolean {
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.defaultSelected === false;
  return field.value !== field.defaultValue;
}

function eventOf(field: Field): 'input' | 'change' {
  return field instanceof HTMLSelectElement ? 'change' : 'input';
}
