import { Text, type TextareaProps } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode, Ref } from 'react';
import type { FieldError } from 'react-hook-form';
import { MAX_MESSAGE_LENGTH } from '../../../../shared/tickets.ts';
import { conversationTexts } from '../../i18n/en/tickets.ts';
import { TextAreaField } from '../fields.tsx';

/** From so many characters before the end on it is said how many are left. */
const SAID_FROM = 500;

interface MessageFieldProps extends TextareaProps {
  label: ReactNode;
  error?: FieldError | undefined;
  /** What is in it. */
  typed: string;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Where a message of a ticket is written. It grows with what is typed, up to a part of the screen. */
export function MessageField({ typed, ...field }: MessageFieldProps) {
  const t = useStore(conversationTexts);
  // The schema counts them so, without the spaces around.
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
