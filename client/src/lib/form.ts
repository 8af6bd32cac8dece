import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { pressIsOver } from './press.ts';

/**
 * A form on one of the shared schemas: errors on blur and on submit, gone as soon as they are mended, focus on the first.
 * What was typed stays when a request fails; reset it yourself after a success.
 */
export function useSchemaForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
): UseFormReturn<Input, unknown, Output> {
  const judge = zodResolver(schema);
  return useForm<Input, unknown, Output>({
    resolver: async (...typed) => {
      // A field that is left by pressing a button is judged after the press, or its error would move the button from under it.
      await pressIsOver();
      return judge(...typed);
    },
    defaultValues,
    // With `onBlur` an error would stay until the press on the button, and move that button away from under it.
    mode: 'onTouched',
    reValidateMode: 'onChange',
    shouldFocusError: true,
  });
}

interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  preventDefault: () => void;
}

/** Ctrl-Enter, or Cmd-Enter, in a dialog sends its form from whatever field it is pressed in. */
export function sendOnCtrlEnter(press: Press, formId: string): void {
  if (press.key !== 'Enter' || !(press.ctrlKey || press.metaKey)) return;
  const form = document.getElementById(formId);
  if (!(form instanceof HTMLFormElement)) return;
  press.preventDefault();
  form.requestSubmit();
}
