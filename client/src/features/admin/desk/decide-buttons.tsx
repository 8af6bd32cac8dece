import { Button, type ButtonProps, Flex } from '@chakra-ui/react';
import type { MouseEvent, ReactNode } from 'react';
import { LuCheck, LuX } from 'react-icons/lu';
import type { Desk } from './use-desk.ts';

interface DecideButtonsProps<Row> {
  desk: Desk<Row>;
  row: Row;
  /** What is decided, for screen readers: "order 1042". */
  label: string;
  /** Wide buttons for fingers. */
  large?: boolean;
  /** Stands after the two buttons. */
  children?: ReactNode;
}

/** Approve and Reject for one row. */
export function DecideButtons<Row>({ desk, row, label, large = false, children }: DecideButtonsProps<Row>) {
  const pending = desk.pending.get(desk.idOf(row));
  const isActive = desk.active.activeId === desk.idOf(row);
  const canApprove = desk.can(row, 'approve');
  const canReject = desk.can(row, 'reject');
  /** The loud colour is for what to press next: a rejected order may be approved again, but does not wait for it. */
  const isWaiting = canApprove && canReject;
  const layout: ButtonProps = large ? { size: 'md', flex: '1' } : { size: 'xs', px: '2' };
  return (
    <Flex
      gap={large ? '3' : '1.5'}
      justify={large ? undefined : 'end'}
      aria-disabled={desk.isSettling || undefined}
      onClickCapture={desk.isSettling ? ignorePointer : undefined}
    >
      <Button
        {...layout}
        {...(isWaiting ? { colorPalette: 'brand', variant: large || isActive ? 'solid' : 'surface' } : calm)}
        aria-label={`Approve ${label}`}
        loading={pending === 'approve'}
        disabled={!canApprove || pending !== undefined}
        onClick={() => desk.approve(row)}
      >
        {large && <LuCheck aria-hidden />} Approve
      </Button>
      <Button
        {...layout}
        {...calm}
        aria-label={`Reject ${label}`}
        loading={pending === 'reject'}
        disabled={!canReject || pending !== undefined}
        onClick={() => desk.askReject(row)}
      >
        {large && <LuX aria-hidden />} Reject
      </Button>
      {children}
    </Flex>
  );
}

const calm: ButtonProps = { variant: 'outline' };

/** Clicks of a pointer have a count; those that the keyboard makes have none, and mean the button that has the focus. */
function ignorePointer(event: MouseEvent): void {
  if (event.detail === 0) return;
  event.preventDefault();
  event.stopPropagation();
}
