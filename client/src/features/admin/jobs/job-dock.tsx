import { Box, Button, CloseButton, Flex, Stack, Text, VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { jobTexts } from '../../../i18n/en/admin/jobs.ts';
import { jobPath, paths } from '../../../lib/paths.ts';
import { CancelButton, Countdown, JobMark, JobProgress } from './job-parts.tsx';
import { isEnded, type Job } from './job-state.ts';
import { wordsOf } from './job-words.ts';
import { markJobSeen } from './seen-job.ts';

const MOST_LINES = 3;

interface JobDockProps {
  /** At least one. */
  jobs: readonly Job[];
  /** The distance from the window's start, on a wide screen: away from the rows' buttons. */
  start: string;
}

/** Jobs at the bottom of each page. */
export default function JobDock({ jobs, start }: JobDockProps) {
  const t = useStore(jobTexts);
  const more = jobs.length - MOST_LINES;
  return (
    <Dock label={t.yours} start={start}>
      {jobs.slice(0, MOST_LINES).map((job) => (
        <JobLine key={job.id} job={job} />
      ))}
      {more > 0 && (
        <Button asChild {...buttonLook} variant="plain" textDecoration="underline">
          <AppLink to={paths.jobs}>{t.moreJobs({ count: more })}</AppLink>
        </Button>
      )}
    </Dock>
  );
}

function JobLine({ job }: { job: Job }) {
  const t = useStore(jobTexts);
  const words = wordsOf(job);
  const { id, status } = job;
  const hasEnded = isEnded(job);
  const openLabel = hasEnded ? t.openResult : t.open;
  return (
    <Flex align="center" columnGap="3" rowGap="1" wrap="wrap" ps="3" pe="2" py={{ base: '1', md: '2' }} css={divided}>
      <Flex align="start" gap="2" flex="1 1 9rem" minW="0" textStyle="sm" fontVariantNumeric="tabular-nums">
        {hasEnded && (
          <Box mt="0.5">
            <JobMark job={job} />
          </Box>
        )}
        <Box flex="1" minW="0" overflowWrap="anywhere">
          <Text>{status === 'waiting' ? <Countdown job={job} /> : hasEnded ? words.result : words.doing}</Text>
          {status === 'running' && <JobProgress job={job} />}
        </Box>
      </Flex>
      <Flex gap="1" align="center" ms="auto">
        {!hasEnded && <CancelButton job={job} {...buttonLook} />}
        <Button
          asChild
          {...buttonLook}
          variant={hasEnded ? 'outline' : 'ghost'}
          onClick={() => hasEnded && markJobSeen(id)}
        >
          <AppLink to={jobPath(id)} aria-label={`${openLabel}: ${words.title}`}>
            {openLabel}
          </AppLink>
        </Button>
        {hasEnded && <CloseButton {...buttonLook} aria-label={t.dismiss} onClick={() => markJobSeen(id)} />}
      </Flex>
      {/* The visible line changes every second. */}
      <VisuallyHidden role="status">{hasEnded ? words.result : words.doing}</VisuallyHidden>
    </Flex>
  );
}

/** Targets for fingers on a phone. */
const buttonLook = { size: 'xs', h: { base: '11', md: '8' }, minW: { base: '11', md: '8' }, px: '2' } as const;
const divided = { '& + &': { borderTopWidth: '1px' } };

const GAP_PX = 12;

/** Its height is `--dock`, so that other bars at the bottom stand above it. */
function Dock({ label, start, children }: { label: string; start: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const dock = ref.current;
    if (!dock) return undefined;
    const { style } = document.documentElement;
    const publish = () => style.setProperty('--dock', `${dock.offsetHeight + GAP_PX}px`);
    publish();
    const observer = new ResizeObserver(publish);
    observer.observe(dock);
    return () => {
      observer.disconnect();
      style.removeProperty('--dock');
    };
  }, []);
  return (
    <Stack
      ref={ref}
      role="region"
      aria-label={label}
      gap="0"
      position="fixed"
      insetStart={{ base: '4', md: start }}
      insetEnd={{ base: '4', sm: 'auto' }}
      bottom={`calc(var(--bottom-bar) + ${GAP_PX}px)`}
      w={{ sm: '27rem' }}
      zIndex="docked"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border.field"
      borderRadius="l2"
      _print={{ display: 'none' }}
    >
      {children}
    </Stack>
  );
}
