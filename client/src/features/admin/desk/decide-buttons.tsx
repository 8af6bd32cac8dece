import { Button, type ButtonProps, Flex } from '@chakra-ui/react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { LuCheck, LuX } from 'react-icons/lu';
import { type DeskStore, useDeskPart } from './create-desk.ts';
import { OnItsWay, RefusedNote } from './on-its-way.tsx';
import { useProgress } from './outbox.ts';

interface DecideButtonsProps<Row> {
  store: DeskStore<Row>;
  row: Row;
  /** What is decided, for screen readers: "order 1042". */
  label: string;
  /** Wide buttons for fingers. */
  large?: boolean;
  /** Stands after the two buttons. */
  children?: ReactNode;
}

/** Approve and Reject for one row, each where it can still be done; until what was pressed is answered, how to undo it. */
export function DecideButtons<Row>({ store, row, label, large = false, children }: DecideButtonsProps<Row>) {
  const outboxKey = store.get().outboxKeyOf(row);
  const progress = useProgress(outboxKey);
  const [isByKey, setByKey] = useState(false);
  const canApprove = useDeskPart(store, (desk) => desk.can(row, 'approve'));
  const canReject = useDeskPart(store, (desk) => desk.can(row, 'reject'));
  /** The loud colour is for what to press next: a rejected order may be approved again, but does not wait for it. */
  const isWaiting = canApprove && canReject;
  const layout: ButtonProps = large ? { size: 'md', flex: '1' } : { size: '2xs', h: '7', px: '2' };
  /** Clicks of a pointer have a count; those that the keyboard makes have none, and mean the button that has the focus. */
  const ignoreWhileRowsMove = (event: MouseEvent) => {
    if (event.detail === 0 || !store.get().isSettling) return;
    event.preventDefault();
    event.stopPropagation();
  };
  if (progress && progress.phase !== 'refused') {
    return <OnItsWay progress={progress} outboxKey={outboxKey} label={label} large={large} takesFocus={isByKey} />;
  }
  const buttons = (
    <Flex gap={large ? '3' : '1'} justify={large ? undefined : 'end'} onClickCapture={ignoreWhileRowsMove}>
      {canApprove && (
        <Button
          {...layout}
          {...(isWaiting ? (large ? { colorPalette: 'brand' } : loudWhereMarked) : calm)}
          aria-label={`Approve ${label}`}
          onClick={(event) => {
            setByKey(event.detail === 0);
            store.get().approve(row);
          }}
        >
          {large && <LuCheck aria-hidden />} Approve
        </Button>
      )}
      {canReject && (
        <Button {...layout} {...calm} aria-label={`Reject ${label}`} onClick={() => store.get().askReject(row)}>
          {large && <LuX aria-hidden />} Reject
        </Button>
      )}
      {children}
    </Flex>
  );
  if (!progress) return buttons;
  return (
    <>
      {buttons}
      <RefusedNote text={progress.text} again={progress.again} outboxKey={outboxKey} large={large} />
    </>
  );
}

const calm: ButtonProps = { variant: 'outline' };

/** By its row's mark alone, so that no button is drawn again when the mark moves. */
const loudWhereMarked: ButtonProps = {
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
