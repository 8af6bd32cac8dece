import { Button } from '@chakra-ui/react';
import { LuArrowLeft } from 'react-icons/lu';
import { AppLink } from '../../components/app-link.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { errorCodeOf } from '../../lib/errors.ts';

/** Leads from a record's page back to its list. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Button asChild variant="ghost" size="sm" alignSelf="start" ms="-3">
      <AppLink to={to}>
        <LuArrowLeft aria-hidden /> {label}
      </AppLink>
    </Button>
  );
}

interface MissingRecordProps {
  /** "user". */
  noun: string;
  listPath: string;
  error: unknown;
  onRetry: () => void;
}

/** Replaces a record that failed to load, or does not exist. */
export function MissingRecord({ noun, listPath, error, onRetry }: MissingRecordProps) {
  if (error && errorCodeOf(error) !== 'not_found') return <ErrorState error={error} onRetry={onRetry} />;
  const title = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`;
  return (
    <EmptyState heading title={title} text={`There is no ${noun} with this number.`}>
      <Button asChild colorPalette="brand">
        <AppLink to={listPath}>See all {noun}s</AppLink>
      </Button>
    </EmptyState>
  );
}
