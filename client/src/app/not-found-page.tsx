import { Button } from '@chakra-ui/react';
import { LuCompass } from 'react-icons/lu';
import { AppLink } from '../components/app-link.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { usePageMeta } from '../lib/page-meta.ts';
import { paths } from '../lib/paths.ts';

export function NotFoundPage() {
  usePageMeta('Page not found');
  return (
    <EmptyState
      heading
      icon={<LuCompass />}
      title="Page not found"
      text="There is nothing at this address. It may have moved, or it was mistyped."
    >
      <Button asChild colorPalette="brand">
        <AppLink to={paths.home}>Go to the home page</AppLink>
      </Button>
      <Button asChild variant="outline">
        <AppLink to={paths.services}>See all services</AppLink>
      </Button>
    </EmptyState>
  );
}
