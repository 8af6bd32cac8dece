import { Button } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuLock } from 'react-icons/lu';
import { AppLink } from '../components/app-link.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { pageTexts, shellTexts } from '../i18n/en/shell.ts';
import { usePageMeta } from '../lib/page-meta.ts';
import { paths } from '../lib/paths.ts';

export function NotAllowedPage() {
  const t = useStore(shellTexts);
  const pages = useStore(pageTexts);
  usePageMeta(pages.notAllowed);
  return (
    <EmptyState heading icon={<LuLock />} title={pages.notAllowed} text={t.notAllowedText}>
      <Button asChild colorPalette="brand">
        <AppLink to={paths.dashboard}>{t.goToDashboard}</AppLink>
      </Button>
    </EmptyState>
  );
}
