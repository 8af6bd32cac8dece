import { Button, CloseButton, Flex, Kbd, Span, Text } from '@chakra-ui/react';
import { type MouseEvent, useEffect, useState } from 'react';
import { LuUndo2 } from 'react-icons/lu';
import { dismissRefusal, type Progress, sendNow, undo, undoLast, usePendingDecisions } from './pending-decisions.ts';

interface PendingDecisionProps {
  progress: Exclude<Progress, { phase: 'refused' }>;
  decisionKey: string;
  /** The row for screen readers: "order 1042". */
  label: string;
  large: boolean;
  /** Whether its button takes the focus of the one activated by keyboard. */
  takesFocus: boolean;
}

/** Replaces a row's buttons until its decision is answered: the time until it is sent, and Undo. */
export function PendingDecision({ progress, decisionKey, label, large, takesFocus }: PendingDecisionProps) {
  const { doing } = progress;
  return (
    <Flex align="center" justify={large ? 'space-between' : 'end'} gap={large ? '3' : '2'} minH={large ? '10' : '6'}>
      <Text textStyle={large ? 'sm' : 'xs'} color="fg.muted" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
        {doing}
        {progress.phase === 'waiting' ? <Countdown untilMs={progress.sendsAtMs} inWords={large} /> : '…'}
      </Text>
      {progress.phase === 'waiting' && (
        <Button
          {...(large ? { size: 'md' } : { size: '2xs', h: '7', px: '2' })}
          variant="outline"
          aria-label={`Undo: ${doing.toLowerCase()} ${label}`}
          ref={takesFocus ? focus : undefined}
          onClick={(event: MouseEvent) => {
            // Ignores the second click of a double click on the previous button.
            if (event.detail < 2) undo(decisionKey);
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

interface RefusedNoteProps {
  text: string;
  again?: (() => void) | undefined;
  decisionKey: string;
  large: boolean;
}

/** Why a row's decision was refused, until the note is dismissed or the row decided again. */
export function RefusedNote({ text, again, decisionKey, large }: RefusedNoteProps) {
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
      <CloseButton size="2xs" aria-label="Dismiss" onClick={() => dismissRefusal(decisionKey)} />
    </Flex>
  );
}

/** How many decisions can still be undone; stays visible at the bottom of the screen, because their rows may not. */
export function WaitingBar({ lifted }: { lifted: boolean }) {
  const count = [...usePendingDecisions().values()].filter(({ phase }) => phase === 'waiting').length;
  if (count === 0) return null;
  return (
    <Flex
      role="region"
      aria-label="Decisions that wait"
      position="sticky"
      bottom={`calc(var(--bottom-bar) + ${lifted ? '6rem' : '1rem'})`}
      zIndex="docked"
      alignSelf="end"
      w="fit-content"
      ms="auto"
      align="center"
      gap="3"
      mt="4"
      px="3"
      py="2"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border.field"
      borderRadius="l2"
    >
      <Text textStyle="sm" fontVariantNumeric="tabular-nums" aria-live="polite">
        {count === 1 ? '1 decision waits' : `${count} decisions wait`}
      </Text>
      <Button size="xs" variant="outline" onClick={undoLast}>
        Undo last{' '}
        <Kbd size="sm" hideBelow="md">
          Z
        </Kbd>
      </Button>
      <Button size="xs" variant="ghost" onClick={() => void sendNow()}>
        Send now
      </Button>
    </Flex>
  );
}
