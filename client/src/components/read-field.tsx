import { Button, Flex, type InputProps, Span, Stack } from '@chakra-ui/react';
import { useState } from 'react';
import {
  type FieldError,
  type FieldPath,
  type FieldValues,
  get,
  type UseFormReturn,
  useFormState,
  useWatch,
} from 'react-hook-form';
import { pressIsOver } from '../lib/press.ts';
import { type FieldProps, TextField } from './fields.tsx';

export interface Reading {
  /** How the text is read, if not as it was typed. */
  words?: string | false;
  /** Asks about a text that has no error. */
  question?: string | false;
  /** What may be meant: the words of a button, by the text that it puts in. */
  choices?: [text: string, words: string][] | undefined;
}

/** The props of such a field: the form and the name of its value, and those of a text field. */
export interface ReadFieldProps<Values extends FieldValues, Output>
  extends Omit<FieldProps, 'error'>,
    Omit<InputProps, 'form'> {
  label: string;
  form: UseFormReturn<Values, unknown, Output>;
  name: FieldPath<Values>;
}

/** A text field that displays how its text is read, and has a button for each other text that may be meant. */
export function ReadField<Values extends FieldValues, Output>({
  form,
  name,
  read,
  hint,
  ...field
}: ReadFieldProps<Values, Output> & { read: (typed: string) => Reading }) {
  const { control, register, setValue, setFocus } = form;
  const typed = useWatch({ control, name }) as string;
  const { errors, isSubmitted } = useFormState({ control, name });
  const error = get(errors, name) as FieldError | undefined;
  const [left, setLeft] = useState<string>();
  const { words, question, choices = [] } = read(typed);
  const isAsked = Boolean(question) && (isSubmitted || left === typed);
  const above = words || (isAsked && question);
  const input = { ...register(name), ...field };
  return (
    <Stack gap="2" aria-live="polite">
      <TextField
        {...input}
        error={error}
        hint={
          above ? (
            <>
              <Span display="block" color="fg" fontWeight="medium" overflowWrap="anywhere">
                {above}
              </Span>
              {hint}
            </>
          ) : (
            hint
          )
        }
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !question || isAsked) return;
          // The form waits for a second one.
          event.preventDefault();
          setLeft(typed);
        }}
        onBlur={async (event) => {
          const { value } = event.target;
          input.onBlur(event);
          // A question would move a button that is being pressed.
          await pressIsOver();
          setLeft(value);
        }}
      />
      {(error || isAsked) && choices.length > 0 && (
        <Flex role="group" aria-label={field.label} gap="2" wrap="wrap">
          {choices.map(([text, label]) => (
            <Button
              key={text}
              variant="outline"
              size="sm"
              maxW="full"
              h="auto"
              minH="9"
              whiteSpace="normal"
              overflowWrap="anywhere"
              onClick={() => {
                setValue(name, text as never, { shouldDirty: true, shouldValidate: true });
                setFocus(name);
              }}
            >
              {label}
            </Button>
          ))}
        </Flex>
      )}
    </Stack>
  );
}
