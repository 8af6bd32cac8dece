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
 * A form on a shared schema: errors appear on blur and on submit, disappear as soon as they are fixed, and the first one gets the
 * focus. Typed values stay after a failed request; reset the form yourself after a success.
 * @param options `shouldFocusError` is false if something before its fields may be wrong; `isJudgedOnSubmit` if leaving a field says
 * nothing about it, such as a code that is looked up on the way
 */
export function useSchemaForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
  { shouldFocusError = true, isJudgedOnSubmit = false } = {},
): UseFormReturn<Input, unknown, Output> {
  const judge = zodResolver(schema);
  const form = useForm<Input, unknown, Output>({
    resolver: async (typed, ...rest) => {
      // A copy: the form continues to change its own values in place.
      const values = copyOf(typed);
      // If a click on a button leaves the field, its validation waits for the click. Otherwise its error would move the button.
      await pressIsOver();
      return judge(values, ...rest);
    },
    defaultValues,
    // With `onBlur` an error would stay until the click on the button, and then move the button.
    mode: isJudgedOnSubmit ? 'onSubmit' : 'onTouched',
    reValidateMode: 'onChange',
    shouldFocusError,
  });
  useState(() => keepTypedText(form));
  return form;
}

/** Browsers of 2021 have no `structuredClone`. Files stay the same objects. */
function copyOf<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(copyOf) as Value;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copyOf(each)])) as Value;
}

/**
 * On a page with HTML, registering a field reads the text typed before hydration; the library would overwrite it with the
 * default.
 */
function keepTypedText<Input extends FieldValues, Output>(form: UseFormReturn<Input, unknown, Output>): void {
  const { register, setValue } = form;
  form.register = (name, options) => {
    const field = register(name, options);
    const ref = (element: HTMLInputElement | null) => {
      const typed = 'rendered' in document.documentElement.dataset && element?.value;
      if (typed) setValue(name, typed as PathValue<Input, Path<Input>>);
      field.ref(element);
      // The form's watchers subscribe only after the commit.
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
 * The `onKeyDown` of a form that moves money: its button, Ctrl-Enter or Cmd-Enter submits. Enter alone moves to the next field,
 * because it is too easily pressed by accident.
 */
export function sendOnlyOnCtrlEnter(press: KeyboardEvent<HTMLFormElement>): void {
  if (press.defaultPrevented) return;
  if (!isCtrlEnter(press)) return goOnAtEnter(press);
  press.preventDefault();
  // Once, even if it is held down.
  if (!press.repeat) press.currentTarget.requestSubmit();
}

/** As `onKeyDown`: Enter in a one-line field moves to the next field of its form; in the last one it does nothing. */
export function goOnAtEnter(press: KeyboardEvent<HTMLFormElement>): void {
  const { key, target: field, currentTarget: form } = press;
  // Enter also ends a composition, for example in a Bengali input method.
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

/** Ctrl-Enter, or Cmd-Enter, submits a dialog's form from any field. */
export function sendOnCtrlEnter(press: Press, formId: string): void {
  if (!isCtrlEnter(press)) return;
  const form = document.getElementById(formId);
  if (!(form instanceof HTMLFormElement)) return;
  press.preventDefault();
  form.requestSubmit();
}
