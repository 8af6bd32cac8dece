import { Button } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuCompass } from 'react-icons/lu';
import { AppLink } from '../components/app-link.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { pageTexts, shellTexts } from '../i18n/en/shell.ts';
import { usePageMeta } from '../lib/page-meta.ts';
import { paths } from '../lib/paths.ts';

export function NotFoundPage() {
  const t = useStore(shellTexts);
  const pages = useStore(pageTexts);
  usePageMeta(pages.notFound);
  return (
    <EmptyState heading icon={<LuCompass />} title={pages.notFound} text={t.notFoundText}>
      <Button asChild colorPalette="brand">
        <AppLink to={paths.home}>{t.goHome}</AppLink>
      </Button>
      <Button asChild variant="outline">
        <AppLink to={paths.services}>{t.seeAllServices}</AppLink>
      </Button>
    </EmptyState>
  );
}
