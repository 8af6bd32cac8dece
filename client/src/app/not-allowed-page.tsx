import { Button } from '@chakra-ui/react';
import { LuLock } from 'react-icons/lu';
import { AppLink } from '../components/app-link.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { usePageMeta } from '../lib/page-meta.ts';
import { paths } from '../lib/paths.ts';

export function NotAllowedPage() {
  usePageMeta('Not allowed');
  return (
    <EmptyState
      heading
      icon={<LuLock />}
      title="Not allowed"
      text="This page is for administrators. If you need it, ask one to change your role."
    >
      <Button asChild colorPalette="brand">
        <AppLink to={paths.dashboard}>Go to your dashboard</AppLink>
      </Button>
    </EmptyState>
  );
}
