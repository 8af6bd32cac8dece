import { HStack, Span, Spinner } from '@chakra-ui/react';
import { LuCircleCheck, LuCircleX } from 'react-icons/lu';

/** How one row of many went; `error` is the server's reason when it refused, or why it did not answer. */
export interface RowResult {
  error: string | undefined;
  /** Whether no answer came, so that it may have been done. */
  isUnsure: boolean;
}

interface BulkResultProps {
  result: RowResult | undefined;
  doneWord: string;
  /** Whether what has no result by now will have none. */
  isOver: boolean;
}

/** A row's own result: still under way, done, refused and why, or not begun before it was stopped. */
export function BulkResult({ result, doneWord, isOver }: BulkResultProps) {
  if (!result && isOver) return <Span color="fg.muted">not sent</Span>;
  if (!result) return <Spinner size="xs" flexShrink="0" mt="1" aria-label="Waiting" />;
  const { error } = result;
  return (
    <HStack gap="1.5" align="start" color={error ? 'fg.error' : 'fg.success'} flexShrink={error ? 1 : 0} maxW="60%">
      <Span mt="0.5" aria-hidden>
        {error ? <LuCircleX /> : <LuCircleCheck />}
      </Span>
      <Span>{error ?? doneWord}</Span>
    </HStack>
  );
}
