import { Text, type TextareaProps } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode, Ref } from 'react';
import type { FieldError } from 'react-hook-form';
import { MAX_MESSAGE_LENGTH } from '#shared/tickets.ts';
import { conversationTexts } from '../../i18n/en/tickets.ts';
import { TextAreaField } from '../fields.tsx';

/** The remaining characters are displayed from here on. */
const SAID_FROM = 500;

interface MessageFieldProps extends TextareaProps {
  label: ReactNode;
  error?: FieldError | undefined;
  /** The field's text. */
  typed: string;
  ref?: Ref<HTMLTextAreaElement>;
}

/** The field for a ticket's message. It grows with its text, up to half of the screen. */
export function MessageField({ typed, ...field }: MessageFieldProps) {
  const t = useStore(conversationTexts);
  // The schema counts without the spaces at both ends.
  const left = MAX_MESSAGE_LENGTH - typed.trim().length;
  return (
    <>
      <TextAreaField minH="8rem" maxH="50dvh" overflowY="auto" dir="auto" {...field} />
      {left < SAID_FROM && (
        <Text textStyle="xs" color={left < 0 ? 'fg.error' : 'fg.muted'} mt="-2" fontVariantNumeric="tabular-nums">
          {left < 0 ? t.charactersTooMany({ count: -left }) : t.charactersLeft({ count: left })}
        </Text>
      )}
    </>
  );
}
