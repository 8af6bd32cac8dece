import { Box, Button, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuMegaphone } from 'react-icons/lu';
import { AppLink } from '../../components/app-link.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { LoadingStack } from '../../components/loading-stack.tsx';
import { NoticeArticle } from '../../components/notice-article.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { noticesPageTexts } from '../../i18n/en/notices-page.ts';
import { useNotices } from '../../lib/notices.ts';
import { paths } from '../../lib/paths.ts';

/** All current notices of the shop, dismissed or not. */
export default function NoticesPage() {
  const t = useStore(noticesPageTexts);
  return (
    <Box maxW="3xl" ms="var(--page-start, auto)" me="auto">
      <PageHeading title={t.heading} text={t.headingText} />
      <Notices />
    </Box>
  );
}

function Notices() {
  const { data, error, isPending, refetch } = useNotices();
  if (isPending) return <LoadingStack heights={['8rem', '8rem']} />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data.length === 0) return <NoNotices />;
  return (
    <Stack gap="4">
      {data.map((notice) => (
        <NoticeArticle key={notice.id} notice={notice} />
      ))}
    </Stack>
  );
}

/** All is well, and where to go on. */
function NoNotices() {
  const t = useStore(noticesPageTexts);
  return (
    <Box borderWidth="1px" borderRadius="l2" py={{ base: '4', md: '8' }}>
      <EmptyState icon={<LuMegaphone />} title={t.none} text={t.noneText}>
        <Button asChild variant="outline">
          <AppLink to={paths.services}>{t.seeServices}</AppLink>
        </Button>
        <Button asChild variant="ghost">
          <AppLink to={paths.about}>{t.aboutUs}</AppLink>
        </Button>
      </EmptyState>
    </Box>
  );
}
