import { Box, Flex, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { parseId } from '#shared/parse-id.ts';
import { ExportButton } from '../../../components/export-button.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { jobTexts } from '../../../i18n/en/admin/jobs.ts';
import { usePollMs } from '../../../lib/live/live-state.ts';
import { usePageMeta } from '../../../lib/page-meta.ts';
import { paths } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/trpc.ts';
import { BackLink, MissingRecord } from '../record-parts.tsx';
import { UserLink } from '../user-link.tsx';
import { CancelButton, Countdown, JobBadge, JobProgress } from './job-parts.tsx';
import { JobRows } from './job-rows.tsx';
import { isEnded, type Job } from './job-state.ts';
import { stopOf, wordsOf } from './job-words.ts';
import { OPEN_POLL_MS } from './jobs.ts';
import { Moved } from './jobs-page.tsx';
import { markJobSeen } from './seen-job.ts';

/** One bulk job: its progress while it runs, and the outcome of each row. */
export default function JobPage() {
  const t = useStore(jobTexts);
  const id = parseId(useParams().id ?? '');
  const pollMs = usePollMs();
  const query = trpc.admin.jobs.get.useQuery(
    { id: id ?? 0, withRows: false },
    {
      enabled: id !== null,
      refetchInterval: ({ state }) => (!state.data || isEnded(state.data.job) ? pollMs : OPEN_POLL_MS),
    },
  );
  const job = query.data?.job;
  usePageMeta(job ? wordsOf(job).title : t.title);
  return (
    <Stack gap="2" maxW="74rem">
      <BackLink to={paths.jobs} label={t.heading} />
      {job ? (
        <Contents key={job.id} job={job} />
      ) : query.isLoading ? (
        <LoadingStack heights={['3rem', '8rem', '20rem']} />
      ) : (
        <MissingRecord
          nouns={{ title: t.title, one: t.one, many: t.heading }}
          listPath={paths.jobs}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
    </Stack>
  );
}

function Contents({ job }: { job: Job }) {
  const { id } = job;
  const hasEnded = isEnded(job);
  useEffect(() => {
    if (hasEnded) markJobSeen(id);
  }, [id, hasEnded]);
  return (
    <Stack gap="4">
      <Flex as="header" gap="3" align="center" justify="space-between" wrap="wrap">
        <Flex gap="3" align="center" wrap="wrap" minW="0">
          <Heading as="h1" size={{ base: '2xl', md: '3xl' }}>
            {wordsOf(job).title}
          </Heading>
          <JobBadge job={job} />
        </Flex>
        <Flex gap="2">
          {!hasEnded && <CancelButton job={job} />}
          <ExportButton list="job" input={{ id }} />
        </Flex>
      </Flex>
      <Facts job={job} />
      <JobRows job={job} />
    </Stack>
  );
}

function Facts({ job }: { job: Job }) {
  const t = useStore(jobTexts);
  const { by, reason, createdAt, endedAt } = job;
  const stop = stopOf(job);
  return (
    <Stack borderWidth="1px" borderRadius="l3" p={{ base: '4', md: '5' }} gap="4">
      <Stack gap="2">
        <Text fontSize="xl" fontWeight="semibold" aria-live="polite" overflowWrap="anywhere">
          {isEnded(job) ? wordsOf(job).result : job.status === 'waiting' ? <Countdown job={job} /> : wordsOf(job).doing}
        </Text>
        {!isEnded(job) && <JobProgress job={job} />}
        {stop && <Text color="fg.muted">{stop}</Text>}
      </Stack>
      <Grid as="dl" gap="4" templateColumns={{ base: '1fr 1fr', md: 'repeat(4, auto) 1fr' }} columnGap="8">
        <Fact label={t.startedBy}>
          <UserLink user={by} />
        </Fact>
        <Fact label={t.started}>
          <TimeText at={createdAt} />
        </Fact>
        {endedAt && (
          <Fact label={t.ended}>
            <TimeText at={endedAt} />
          </Fact>
        )}
        <Fact label={t.movedMoney}>
          <Moved job={job} />
        </Fact>
        {reason && (
          <Fact label={t.reason} line>
            {reason}
          </Fact>
        )}
      </Grid>
    </Stack>
  );
}

interface FactProps {
  label: string;
  /** Has its own line. */
  line?: boolean;
  children: ReactNode;
}

function Fact({ label, line = false, children }: FactProps) {
  return (
    <Box minW="0" gridColumn={line ? '1 / -1' : undefined}>
      <Text as="dt" textStyle="xs" color="fg.muted">
        {label}
      </Text>
      <Box as="dd" textStyle="sm" fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
        {children}
      </Box>
    </Box>
  );
}
