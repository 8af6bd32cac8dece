import { Button, CloseButton, Flex, Span, Text } from '@chakra-ui/react';
import { type MouseEvent, useEffect, useState } from 'react';
import { LuUndo2 } from 'react-icons/lu';
import { dismissRefusal, type Progress, undo } from './outbox.ts';

const doing: Record<string, string> = {
  approve: 'Approving',
  reject: 'Rejecting',
  processing: 'Marking processing',
  partial: 'Marking partial',
};

interface OnItsWayProps {
  progress: Exclude<Progress, { phase: 'refused' }>;
  outboxKey: string;
  /** What is decided, for screen readers: "order 1042". */
  label: string;
  large: boolean;
  /** Whether the button that was pressed by key and is gone now had the focus. */
  takesFocus: boolean;
}

/** What stands in place of a row's buttons until its decision is answered: when it is sent, and how to take it back. */
export function OnItsWay({ progress, outboxKey, label, large, takesFocus }: OnItsWayProps) {
  const word = doing[progress.name] ?? 'Deciding';
  return (
    <Flex align="center" justify={large ? 'space-between' : 'end'} gap={large ? '3' : '2'} minH={large ? '10' : '6'}>
      <Text textStyle={large ? 'sm' : 'xs'} color="fg.muted" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
        {word}
        {progress.phase === 'waiting' ? <Countdown untilMs={progress.sendsAtMs} inWords={large} /> : '…'}
      </Text>
      {progress.phase === 'waiting' && (
        <Button
          {...(large ? { size: 'md' } : { size: '2xs', h: '7', px: '2' })}
          variant="outline"
          aria-label={`Undo: ${word.toLowerCase()} ${label}`}
          ref={takesFocus ? focus : undefined}
          onClick={(event: MouseEvent) => {
            // The second click of a double click on the button that stood here.
            if (event.detail < 2) undo(outboxKey);
          }}
        >
          {large && <LuUndo2 aria-hidden />} Undo
        </Button>
      )}
    </Flex>
  );
}

function focus(button: HTMLButtonElement | null): void {
  button?.focus({ preventScroll: true });
}

function Countdown({ untilMs, inWords }: { untilMs: number; inWords: boolean }) {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const ticking = setInterval(() => setNowMs(Date.now()), 250);
    return () => clearInterval(ticking);
  }, []);
  return (
    <>
      <Span srOnly={!inWords}> in</Span> {Math.max(1, Math.ceil((untilMs - nowMs) / 1000))} s
    </>
  );
}

/** Why the decision of a row was refused, until it is read or decided again. */
export function RefusedNote({ text, again, outboxKey, large }: RefusedNoteProps) {
  return (
    <Flex role="status" align="start" justify={large ? 'space-between' : 'end'} gap="1" mt="1">
      <Text
        textStyle="xs"
        color="fg.error"
        whiteSpace="normal"
        textAlign={large ? undefined : 'end'}
        overflowWrap="anywhere"
      >
        {text}
      </Text>
      {again && (
        <Button size="2xs" variant="outline" onClick={again}>
          Try again
        </Button>
      )}
      <CloseButton size="2xs" aria-label="Dismiss" onClick={() => dismissRefusal(outboxKey)} />
    </Flex>
  );
}

interface RefusedNoteProps {
  text: string;
  again?: (() => void) | undefined;
  outboxKey: string;
  large: boolean;
}
