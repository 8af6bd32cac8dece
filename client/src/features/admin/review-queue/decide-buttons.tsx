import { Button, type ButtonProps, Flex } from '@chakra-ui/react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import type { Actions, QueueHandle } from './declaration.ts';
import { PendingDecision, RefusedNote } from './pending-decision.tsx';
import { useProgress } from './pending-decisions.ts';

interface DecideButtonsProps<Row> {
  queue: QueueHandle<Row>;
  actions: Actions<Row>;
  row: Row;
  /** Wide buttons for fingers. */
  large?: boolean;
  /** Buttons after these two. */
  children?: ReactNode;
}

/** Approve and Reject for one row, if its status allows them; while a decision is pending, its progress and Undo. */
export function DecideButtons<Row extends { id: number }>(props: DecideButtonsProps<Row>) {
  const { queue, actions, row, large = false, children } = props;
  const label = `${queue.kind} ${row.id}`;
  const decisionKey = `${queue.kind}:${row.id}`;
  const progress = useProgress(decisionKey);
  const [isByKey, setByKey] = useState(false);
  const { approve, reject } = actions;
  const [canApprove, canReject] = [approve.canRun(row), reject.canRun(row)];
  /** The prominent colour is for the next step: a rejected order may be approved again, but does not wait for it. */
  const isWaiting = canApprove && canReject;
  const layout: ButtonProps = large ? { size: 'md', flex: '1' } : { size: '2xs', h: '7', px: '2' };
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
  return (
    <>
      <Flex gap={large ? '3' : '1'} justify={large ? undefined : 'end'} onClickCapture={ignoreWhileRowsMove}>
        {canApprove && (
          <Button
            {...layout}
            {...(isWaiting ? (large ? { colorPalette: 'brand' } : loudWhereActive) : calm)}
            aria-label={`Approve ${label}`}
            onClick={(event) => {
              setByKey(event.detail === 0);
              queue.run(row, approve);
            }}
          >
            {large && <approve.icon aria-hidden />} Approve
          </Button>
        )}
        {canReject && (
          <Button {...layout} {...calm} aria-label={`Reject ${label}`} onClick={() => queue.run(row, reject)}>
            {large && <reject.icon aria-hidden />} Reject
          </Button>
        )}
        {children}
      </Flex>
      {progress && <RefusedNote text={progress.text} again={progress.again} decisionKey={decisionKey} large={large} />}
    </>
  );
}

const calm: ButtonProps = { variant: 'outline' };

/** Styled through its row, so that no button renders again when another row becomes active. */
const loudWhereActive: ButtonProps = {
  colorPalette: 'brand',
  variant: 'surface',
  css: {
    '[aria-current=true] &': {
      bg: 'colorPalette.solid',
      color: 'colorPalette.contrast',
      '--shadow-color': 'colors.colorPalette.edge',
      _hover: { bg: 'colorPalette.solid' },
    },
  },
};
