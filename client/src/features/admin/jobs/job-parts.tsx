import { Box, Button, type ButtonProps, Flex, Progress, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import { LuBan, LuCircleCheck, LuCircleDashed, LuCircleX, LuClock, LuTriangleAlert, LuUndo2 } from 'react-icons/lu';
import { JOB_WAIT_SECONDS } from '#shared/job-limits.ts';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { jobTexts } from '../../../i18n/en/admin/jobs.ts';
import { $language } from '../../../i18n/language.ts';
import { cancelJob } from './cancel-job.ts';
import type { Job } from './job-state.ts';
import { wordsOf } from './job-words.ts';

/** Undoes a job that waits for its first row, or cancels one that runs. */
export function CancelButton({ job, ...button }: { job: Job } & ButtonProps) {
  const t = useStore(jobTexts);
  const [isPending, setPending] = useState(false);
  const cancel = async () => {
    setPending(true);
    await cancelJob(job);
    setPending(false);
  };
  const isWaiting = job.status === 'waiting';
  const label = isWaiting ? t.undo : t.cancel;
  return (
    <Button
      variant="outline"
      loading={isPending}
      aria-label={`${label}: ${wordsOf(job).title}`}
      onClick={() => void cancel()}
      {...button}
    >
      {isWaiting && <LuUndo2 aria-hidden />} {label}
    </Button>
  );
}

/** "Rejecting 49 orders: starts in 8 s". */
export function Countdown({ job }: { job: Job }) {
  const t = useStore(jobTexts);
  return t.startsIn({ doing: wordsOf(job).doing, count: useSecondsUntil(job.startsAt) });
}

/** The seconds until a job starts, at least 1. The clock of this device may differ from the server's. */
function useSecondsUntil(at: string): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const ticking = setInterval(() => setNowMs(Date.now()), 250);
    return () => clearInterval(ticking);
  }, []);
  return Math.min(Math.max(Math.ceil((Date.parse(at) - nowMs) / 1000), 1), JOB_WAIT_SECONDS);
}

/** How many rows have an outcome, as a bar and in words. */
export function JobProgress({ job: { done, total } }: { job: Job }) {
  const t = useStore(jobTexts);
  const locale = useStore($language);
  return (
    <Progress.Root value={done} max={total} size="sm" colorPalette="brand" aria-label={t.progress} locale={locale}>
      <Flex align="center" gap="3">
        <Progress.Track flex="1">
          <Progress.Range />
        </Progress.Track>
        <Text textStyle="sm" color="fg.muted" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
          {t.ofTotal({ done, total })}
        </Text>
      </Flex>
    </Progress.Root>
  );
}

type Tone = 'green' | 'orange' | 'red' | 'blue' | 'gray';

/** The state of a job: done is green only if no row was refused. */
export function JobBadge({ job, quiet }: { job: Job; quiet?: boolean }) {
  const t = useStore(jobTexts);
  const looks: Record<Job['status'], [Tone, ReactNode]> = {
    waiting: ['orange', <LuClock key="waiting" />],
    running: ['blue', <LuCircleDashed key="running" />],
    done: job.refused > 0 ? ['orange', <LuTriangleAlert key="refused" />] : ['green', <LuCircleCheck key="done" />],
    canceled: ['red', <LuBan key="canceled" />],
  };
  const [tone, icon] = looks[job.status];
  return (
    <StatusBadge tone={tone} icon={icon} quiet={quiet}>
      {t[job.status]}
    </StatusBadge>
  );
}

/** The same as a mark before its words. */
export function JobMark({ job: { status, refused } }: { job: Job }) {
  const [Icon, color] =
    status === 'canceled'
      ? [LuCircleX, 'fg.error']
      : refused > 0
        ? [LuTriangleAlert, 'fg.warning']
        : [LuCircleCheck, 'fg.success'];
  return (
    <Box color={color} flexShrink="0" aria-hidden>
      <Icon />
    </Box>
  );
}
