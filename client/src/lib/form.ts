import { zodResolver } from '@hookform/resolvers/zod';
import { type KeyboardEvent, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { pressIsOver } from './press.ts';

/**
 * A form on one of the shared schemas: errors on blur and on submit, gone as soon as they are mended, focus on the first.
 * What was typed stays when a request fails; reset it yourself after a success.
 * @param options `shouldFocusError` is false where something before its fields may be wrong
 */
export function useSchemaForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
  { shouldFocusError = true } = {},
): UseFormReturn<Input, unknown, Output> {
  const judge = zodResolver(schema);
  const form = useForm<Input, unknown, Output>({
    resolver: async (typed, ...rest) => {
      // What is sent is what stood there at the press: the form keeps changing its own values in place.
      const values = structuredClone(typed);
      // A field that is left by pressing a button is judged after the press, or its error would move the button from under it.
      await pressIsOver();
      return judge(values, ...rest);
    },
    defaultValues,
    // With `onBlur` an error would stay until the press on the button, and move that button away from under it.
    mode: 'onTouched',
    reValidateMode: 'onChange',
    shouldFocusError,
  });
  useState(() => keepTypedText(form));
  return form;
}

/** On a page that came as HTML, registering a field reads what was typed there before; the library would write the default over it. */
function keepTypedText<Input extends FieldValues, Output>(form: UseFormReturn<Input, unknown, Output>): void {
  const { register, setValue } = form;
  form.register = (name, options) => {
    const field = register(name, options);
    const ref = (element: HTMLInputElement | null) => {
      const typed = 'rendered' in document.documentElement.dataset && element?.value;
      if (typed) setValue(name, typed as PathValue<Input, Path<Input>>);
      field.ref(element);
      // The form's watchers listen only after the commit.
      if (typed) queueMicrotask(() => void field.onChange({ target: element, type: 'change' }));
    };
    return { ...field, ref };
  };
}

interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  preventDefault: () => void;
}

/**
 * The keys of a form that moves money, as its `onKeyDown`: its button sends it, or Ctrl-Enter, or Cmd-Enter. Enter alone goes on to
 * the next field, as it is pressed too easily for what can't be taken back.
 */
export function sendOnlyOnCtrlEnter(press: KeyboardEvent<HTMLFormElement>): void {
  if (press.defaultPrevented) return;
  if (!isCtrlEnter(press)) return goOnAtEnter(press);
  press.preventDefault();
  // Once, however long it is held down.
  if (!press.repeat) press.currentTarget.requestSubmit();
}

/** Enter in a field of one line goes on to the next field of its form, as its `onKeyDown`; in the last one it does nothing. */
export function goOnAtEnter(press: KeyboardEvent<HTMLFormElement>): void {
  const { key, target: field, currentTarget: form } = press;
  // Enter also ends what a keyboard for Bengali composes.
  if (
    key !== 'Enter' ||
    press.ctrlKey ||
    press.metaKey ||
    press.nativeEvent.isComposing ||
    !(field instanceof HTMLInputElement)
  )
    return;
  press.preventDefault();
  const elements = [...form.elements];
  elements
    .slice(elements.indexOf(field) + 1)
    .find(isTypedInto)
    ?.focus();
}

function isTypedInto(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return false;
  return element.type.startsWith('text') && !element.hidden && !element.disabled && !element.readOnly;
}

function isCtrlEnter({ key, ctrlKey, metaKey }: Pick<Press, 'key' | 'ctrlKey' | 'metaKey'>): boolean {
  return key === 'Enter' && (ctrlKey || metaKey);
}

/** Ctrl-Enter, or Cmd-Enter, in a dialog sends its form from whatever field it is pressed in. */
export function sendOnCtrlEnter(press: Press, formId: string): void {
  if (!isCtrlEnter(press)) return;
  const form = document.getElementById(formId);
  if (!(form instanceof HTMLFormElement)) return;
  press.preventDefault();
  form.requestSubmit();
}
