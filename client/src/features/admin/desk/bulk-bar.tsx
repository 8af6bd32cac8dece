import { Button, type ButtonProps, Clipboard, CloseButton, Flex, Text } from '@chakra-ui/react';
import { LuClipboardList } from 'react-icons/lu';
import { formatCount } from '../../../lib/format.ts';
import type { BulkJob } from './bulk-jobs.ts';
import { type Everything, MOST_AT_ONCE } from './use-everything.ts';

interface BulkBarProps<Row> {
  rows: readonly Row[];
  jobs: readonly BulkJob<Row>[];
  everything: Everything<Row>;
  /** How many the filter finds, in words, where that is more than are loaded. */
  matching: string | undefined;
  /** The selection as text for somebody else's work, and what that is. */
  copy?: { label: string; text: (rows: readonly Row[]) => string } | undefined;
  onClear: () => void;
  onAsk: (job: BulkJob<Row>) => void;
}

/** How many rows are selected and what can be done with them; stays in sight at the foot of the screen. */
export function BulkBar<Row>({ rows, jobs, everything, matching, copy, onClear, onAsk }: BulkBarProps<Row>) {
  if (rows.length === 0) return null;
  return (
    <Flex
      role="region"
      aria-label="Selected rows"
      position="sticky"
      bottom="calc(var(--bottom-bar) + 1rem)"
      zIndex="docked"
      align="center"
      columnGap={{ base: '3', md: '6' }}
      rowGap="2"
      wrap="wrap"
      mt="4"
      p="3"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border.field"
      borderRadius="l2"
    >
      <Flex align="center" gap="1" wrap="wrap">
        <CloseButton size="sm" aria-label="Clear selection" onClick={onClear} />
        <Text fontWeight="semibold" fontVariantNumeric="tabular-nums" aria-live="polite">
          {formatCount(rows.length)} selected
          {everything.isCut && `, the first ${formatCount(MOST_AT_ONCE)} that match`}
        </Text>
        {!everything.rows && matching && (
          <Button
            size="sm"
            variant="plain"
            px="2"
            textDecoration="underline"
            loading={everything.readCount !== undefined}
            loadingText={`${formatCount(everything.readCount ?? 0)} read…`}
            onClick={() => void everything.read()}
          >
            Select all {matching} that match
          </Button>
        )}
      </Flex>
      <Flex gap="2" flexGrow={{ base: 1, sm: 0 }} wrap="wrap">
        {jobs.map((job) => {
          const count = rows.filter(job.can).length;
          return (
            <Button
              key={job.ask}
              flex={{ base: '1 1 auto', sm: 'none' }}
              size={{ base: 'sm', sm: 'md' }}
              {...looks[job.tone]}
              disabled={count === 0}
              aria-label={`${job.ask} ${count} selected`}
              onClick={() => onAsk(job)}
            >
              <job.icon aria-hidden /> {job.ask} {formatCount(count)}
            </Button>
          );
        })}
        {copy && (
          <Clipboard.Root value={copy.text(rows)} timeout={2000}>
            <Clipboard.Trigger asChild>
              <Button variant="outline" size={{ base: 'sm', sm: 'md' }} aria-label={copy.label}>
                <LuClipboardList aria-hidden />
                <Clipboard.Indicator copied={`${formatCount(rows.length)} copied`}>{copy.label}</Clipboard.Indicator>
              </Button>
            </Clipboard.Trigger>
          </Clipboard.Root>
        )}
      </Flex>
    </Flex>
  );
}

const looks: Record<BulkJob<never>['tone'], ButtonProps> = {
  loud: { colorPalette: 'brand' },
  calm: { variant: 'outline' },
  danger: { variant: 'outline' },
};
