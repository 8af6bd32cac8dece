import { Box, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuInfo, LuMegaphone, LuTriangleAlert } from 'react-icons/lu';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { LoadingStack } from '../../components/loading-stack.tsx';
import { MessageText } from '../../components/message-text/message-text.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { noticesTexts } from '../../i18n/en/notices.ts';
import { formatMoment } from '../../lib/dates.ts';
import { type Notice, useNotices } from '../../lib/notices.ts';

/** All current notices of the shop, dismissed or not. */
export default function NoticesPage() {
  const t = useStore(noticesTexts);
  return (
    <Box maxW="3xl">
      <PageHeading title={t.heading} text={t.headingText} />
      <Notices />
    </Box>
  );
}

function Notices() {
  const t = useStore(noticesTexts);
  const { data, error, isPending, refetch } = useNotices();
  if (isPending) return <LoadingStack heights={['8rem', '8rem']} />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data.length === 0) return <EmptyState icon={<LuMegaphone />} title={t.none} text={t.noneText} />;
  return (
    <Stack gap="4">
      {data.map((notice) => (
        <Notice key={notice.id} notice={notice} />
      ))}
    </Stack>
  );
}

function Notice({ notice: { title, body, level, startsAt, updatedAt } }: { notice: Notice }) {
  const t = useStore(noticesTexts);
  const isWarning = level === 'warning';
  return (
    <Box as="article" borderWidth="1px" borderRadius="l2" p={{ base: '4', md: '5' }}>
      <Flex gap="3" justify="space-between" align="start" wrap="wrap" mb="1">
        <Heading as="h2" size="md" dir="auto" overflowWrap="anywhere" minW="0">
          {title}
        </Heading>
        <StatusBadge tone={isWarning ? 'orange' : 'blue'} icon={isWarning ? <LuTriangleAlert /> : <LuInfo />}>
          {isWarning ? t.important : t.information}
        </StatusBadge>
      </Flex>
      <Text textStyle="xs" color="fg.muted" mb="3">
        <TimeText at={startsAt} />
        {updatedAt > startsAt && ` · ${t.updated({ moment: formatMoment(updatedAt) })}`}
      </Text>
      <MessageText text={body} />
    </Box>
  );
}
