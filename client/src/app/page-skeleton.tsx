import { Skeleton, Stack, VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { commonTexts } from '../i18n/en/common.ts';

/** Placeholder for a page while its code loads; it keeps the page's height so that the footer does not jump. */
export function PageSkeleton() {
  const t = useStore(commonTexts);
  return (
    <Stack gap="4" minH="70vh" aria-busy>
      <VisuallyHidden>{t.loading}</VisuallyHidden>
      <Skeleton h="9" w="56" maxW="full" />
      <Skeleton h="5" w="80" maxW="full" />
      <Skeleton h="48" mt="4" />
    </Stack>
  );
}

/** Placeholder for the dashboard with its sidebar: the elements and styles of index.html, the page before its script. */
export function DashboardSkeleton() {
  return (
    <div className="boot-page" data-boot="dashboard">
      <div className="boot boot-side" aria-hidden>
        <i style={{ height: '12rem' }} />
        <i style={{ width: '60%' }} />
        <i style={{ width: '70%' }} />
        <i style={{ width: '50%' }} />
      </div>
      <div className="boot-main">
        <PageSkeleton />
      </div>
    </div>
  );
}
