import { Button } from '@chakra-ui/react';
import { errorCodeOf } from '../lib/errors.ts';
import { AppLink } from './app-link.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';

interface NotFoundStateProps {
  /** Null if the URL is invalid and nothing was requested. */
  error: unknown;
  onRetry: () => void;
  title: string;
  text: string;
  /** A link to the list. */
  to: string;
  label: string;
}

/** Replaces a record that does not exist or failed to load. */
export function NotFoundState({ error, onRetry, title, text, to, label }: NotFoundStateProps) {
  if (error && errorCodeOf(error) !== 'not_found') return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <EmptyState heading title={title} text={text}>
      <Button asChild colorPalette="brand">
        <AppLink to={to}>{label}</AppLink>
      </Button>
    </EmptyState>
  );
}
