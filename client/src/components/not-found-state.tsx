import { Button } from '@chakra-ui/react';
import { errorCodeOf } from '../lib/errors.ts';
import { AppLink } from './app-link.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';

interface NotFoundStateProps {
  /** Null where the address names nothing, and nothing was asked for. */
  error: unknown;
  onRetry: () => void;
  title: string;
  text: string;
  /** The list to look into instead. */
  to: string;
  label: string;
}

/** In place of a record that does not exist, or that could not be loaded. */
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
