import { Checkbox, Field, Input, type InputProps, Textarea, type TextareaProps } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode, Ref } from 'react';
import type { FieldError } from 'react-hook-form';
import { commonTexts } from '../i18n/en/common.ts';
import { fieldMessage } from '../lib/errors.ts';

/** The props of every field, in addition to those of its input; spread react-hook-form's `register(…)` into it. */
export interface FieldProps {
  label: ReactNode;
  error?: FieldError | undefined;
  hint?: ReactNode;
  optional?: boolean;
}

interface FrameProps extends FieldProps {
  children: ReactNode;
}

/** Label, input, hint and error, connected for screen readers. */
export function FieldFrame({ label, error, hint, optional, children }: FrameProps) {
  const t = useStore(commonTexts);
  return (
    <Field.Root invalid={Boolean(error)}>
      <Field.Label>
        {label}
        {optional && (
          <Field.HelperText as="span" textStyle="sm">
            {t.optional}
          </Field.HelperText>
        )}
      </Field.Label>
      {children}
      {hint && <Field.HelperText>{hint}</Field.HelperText>}
      {error?.message && <Field.ErrorText>{fieldMessage(error.message)}</Field.ErrorText>}
    </Field.Root>
  );
}

export function TextField({
  label,
  error,
  hint,
  optional,
  ...input
}: FieldProps & InputProps & { ref?: Ref<HTMLInputElement> }) {
  return (
    <FieldFrame {...{ label, error, hint, optional }}>
      <Input {...input} />
    </FieldFrame>
  );
}

export function TextAreaField({
  label,
  error,
  hint,
  optional,
  ...textarea
}: FieldProps & TextareaProps & { ref?: Ref<HTMLTextAreaElement> }) {
  return (
    <FieldFrame {...{ label, error, hint, optional }}>
      <Textarea autoresize {...textarea} />
    </FieldFrame>
  );
}

interface CheckboxFieldProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function CheckboxField({ label, checked, onChange }: CheckboxFieldProps) {
  return (
    <Checkbox.Root minH="8" checked={checked} onCheckedChange={(details) => onChange(details.checked === true)}>
      <Checkbox.HiddenInput />
      <Checkbox.Control />
      <Checkbox.Label>{label}</Checkbox.Label>
    </Checkbox.Root>
  );
}
