import { Button } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuArrowLeft } from 'react-icons/lu';
import { AppLink } from '../../components/app-link.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { adminTexts } from '../../i18n/en/admin/admin.ts';
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
  /** "User", "user" and "users". */
  nouns: { title: string; one: string; many: string };
  listPath: string;
  error: unknown;
  onRetry: () => void;
}

/** Replaces a record that failed to load, or does not exist. */
export function MissingRecord({ nouns, listPath, error, onRetry }: MissingRecordProps) {
  const t = useStore(adminTexts);
  if (error && errorCodeOf(error) !== 'not_found') return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <EmptyState heading title={t.notFound({ noun: nouns.title })} text={t.thereIsNone({ noun: nouns.one })}>
      <Button asChild colorPalette="brand">
        <AppLink to={listPath}>{t.seeAll({ nouns: nouns.many })}</AppLink>
      </Button>
    </EmptyState>
  );
}
