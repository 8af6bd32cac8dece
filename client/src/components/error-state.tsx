import { Button, Code, Text, VStack } from '@chakra-ui/react';
import { LuRefreshCw, LuTriangleAlert } from 'react-icons/lu';
import { ContactUs } from '../lib/contact-us.tsx';
import { readError } from '../lib/errors.ts';
import { EmptyState } from './empty-state.tsx';

interface ErrorStateProps {
  error: unknown;
  onRetry?: () => void;
}

/** A part of a page that could not be loaded, in words, with a way to try again and the id that support asks for. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const { code, message, traceId } = readError(error);
  return (
    <VStack role="alert" gap="0">
      <EmptyState icon={<LuTriangleAlert />} title={code === 'offline' ? 'No connection' : 'Oops...'} text={message}>
        {onRetry && (
          <Button variant="outline" onClick={onRetry}>
            <LuRefreshCw /> Try again
          </Button>
        )}
      </EmptyState>
      {code === 'blocked' && <ContactUs justify="center" />}
      {code === 'internal' && traceId && (
        <Text textStyle="xs" color="fg.muted">
          Request <Code>{traceId}</Code>
        </Text>
      )}
    </VStack>
  );
}
