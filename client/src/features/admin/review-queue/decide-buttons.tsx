import { Button, type ButtonProps, Flex, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { LuLayers } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { jobPath } from '../../../lib/paths.ts';
import { useHasRoom, useIsTable } from '../use-is-table.ts';
import type { Actions, QueueHandle } from './declaration.ts';
import { PendingDecision, RowRefusal } from './pending-decision.tsx';
import { useProgress } from './pending-decisions.ts';

interface DecideButtonsProps<Row> {
  queue: QueueHandle<Row>;
  actions: Actions<Row>;
  row: Row;
  /** Whether the row's details are open around them. */
  inDetails: boolean;
  /** Buttons after these two. */
  children?: ReactNode;
}

/** The size of a button: wide for fingers on a card and in the details, small in a row, higher on a tablet. */
export function useDecideLook(inDetails: boolean): ButtonProps & { isLarge: boolean } {
  const isTable = useIsTable();
  const hasRoom = useHasRoom();
  if (inDetails || !isTable) return { isLarge: true, size: 'md', flex: '1' };
  return { isLarge: false, size: hasRoom ? '2xs' : 'xs', h: hasRoom ? '7' : '9', px: hasRoom ? '2' : '2.5' };
}

/** Approve and Reject for one row, if its status allows them; while a decision is pending, its progress and Undo. */
export function DecideButtons<Row extends { id: number }>(props: DecideButtonsProps<Row>) {
  const { queue, actions, row, inDetails, children } = props;
  useStore(queueTexts);
  const label = queue.rowName(row.id);
  const decisionKey = `${queue.kind}:${row.id}`;
  const progress = useProgress(decisionKey);
  const jobId = useStore(queue.$inJobs).get(row.id);
  const [isByKey, setByKey] = useState(false);
  const { approve, reject } = actions;
  const [canApprove, canReject] = [approve.canRun(row), reject.canRun(row)];
  /** The prominent colour is for the next step: a rejected order may be approved again, but does not wait for it. */
  const isWaiting = canApprove && canReject;
  const { isLarge: large, ...layout } = useDecideLook(inDetails);
  /** Pointer clicks have a count. Keyboard clicks have none, and are always for the focused button. */
  const ignoreWhileRowsMove = (event: MouseEvent) => {
    if (event.detail === 0 || !queue.isSettling()) return;
    event.preventDefault();
    event.stopPropagation();
  };
  if (progress && progress.phase !== 'refused') {
    return (
      <PendingDecision progress={progress} decisionKey={decisionKey} label={label} large={large} takesFocus={isByKey} />
    );
  }
  if (jobId !== undefined && (canApprove || canReject)) {
    const { inAJob } = queueTexts.get();
    return (
      <Button asChild {...layout} variant="plain" color="fg.muted">
        <AppLink to={jobPath(jobId)} aria-label={`${inAJob}: ${label}`}>
          <LuLayers aria-hidden /> {inAJob}
        </AppLink>
      </Button>
    );
  }
  const [approval, rejection] = [approve.words(row), reject.words()];
  const buttons = (
    <Flex
      gap={large ? '3' : '1'}
      wrap={large ? 'wrap' : undefined}
      justify={large ? undefined : 'end'}
      onClickCapture={ignoreWhileRowsMove}
    >
      {canApprove && (
        <Button
          {...layout}
          {...(large && approval.longLabel && { flex: '1 0 auto' })}
          {...(isWaiting ? (inDetails ? { colorPalette: 'brand' } : large ? tinted : loudWhereNext) : calm)}
          aria-label={approval.send(label)}
          onClick={(event) => {
            setByKey(event.detail === 0);
            queue.run(row, approve);
          }}
        >
          {large && <approve.icon aria-hidden />} {(large && approval.longLabel) || approval.label}
        </Button>
      )}
      {canReject && (
        <Button {...layout} {...calm} aria-label={rejection.send(label)} onClick={() => queue.run(row, reject)}>
          {large && <reject.icon aria-hidden />} {rejection.label}
        </Button>
      )}
      {children}
    </Flex>
  );
  // In the list the refusal is below the row.
  if (!inDetails) return buttons;
  return (
    <Stack gap="2">
      <RowRefusal decisionKey={decisionKey}>{(note) => note}</RowRefusal>
      {buttons}
    </Stack>
  );
}

/** On a card. */
const tinted: ButtonProps = { colorPalette: 'brand', variant: 'surface' };

const calm: ButtonProps = { variant: 'outline' };

const loud = {
  bg: 'brand.solid',
  color: 'brand.contrast',
  borderColor: 'brand.solid',
  _hover: { bg: 'brand.solid' },
} as const;

/** Styled through its row, so that no button renders again when another row becomes active. */
const loudWhereNext: ButtonProps = { variant: 'outline', css: { '[aria-current=true] &': loud, 'tr:hover &': loud } };
