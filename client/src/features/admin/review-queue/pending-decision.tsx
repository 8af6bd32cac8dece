import { Box, Button, CloseButton, Flex, Kbd, Span, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { LuCircleX, LuUndo2 } from 'react-icons/lu';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { commonTexts } from '../../../i18n/en/common.ts';
import {
  dismissRefusal,
  type Progress,
  sendNow,
  undo,
  undoLast,
  usePendingDecisions,
  useProgress,
} from './pending-decisions.ts';

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
  const t = useStore(queueTexts);
  const doing = progress.doing();
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
          aria-label={t.undoRow({ doing: doing.toLowerCase(), row: label })}
          ref={takesFocus ? focus : undefined}
          onClick={(event: MouseEvent) => {
            // Ignores the second click of a double click on the previous button.
            if (event.detail < 2) undo(decisionKey);
          }}
        >
          {large && <LuUndo2 aria-hidden />} {t.undo}
        </Button>
      )}
    </Flex>
  );
}

function focus(button: HTMLButtonElement | null): void {
  button?.focus({ preventScroll: true });
}

function Countdown({ untilMs, inWords }: { untilMs: number; inWords: boolean }) {
  const t = useStore(queueTexts);
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const ticking = setInterval(() => setNowMs(Date.now()), 250);
    return () => clearInterval(ticking);
  }, []);
  const count = Math.max(1, Math.ceil((untilMs - nowMs) / 1000));
  return (
    <>
      <Span srOnly={!inWords}> {t.in}</Span> {t.seconds({ count })}
    </>
  );
}

interface RefusedNoteProps {
  text: string;
  again?: (() => void) | undefined;
  decisionKey: string;
}

/** Why a row's decision was refused, on one line if there is room, until it is dismissed or the row decided again. */
function RefusedNote({ text, again, decisionKey }: RefusedNoteProps) {
  const t = useStore(queueTexts);
  const { tryAgain } = useStore(commonTexts);
  return (
    <Flex role="status" align="center" gap="2" textStyle="xs" color="fg.error">
      <Box asChild flexShrink="0">
        <LuCircleX aria-hidden />
      </Box>
      <Text flex={{ base: '1', lg: '0 1 auto' }} minW="0" overflowWrap="anywhere" title={text}>
        {text}
      </Text>
      {again && (
        <Button size="2xs" variant="outline" onClick={again}>
          {tryAgain}
        </Button>
      )}
      <CloseButton size="2xs" aria-label={t.dismiss} onClick={() => dismissRefusal(decisionKey)} />
    </Flex>
  );
}

interface RowRefusalProps {
  decisionKey: string;
  /** Wraps the note for its list. */
  children: (note: ReactNode) => ReactNode;
}

/** The refusal of a row's decision; renders nothing without one. */
export function RowRefusal({ decisionKey, children }: RowRefusalProps) {
  const progress = useProgress(decisionKey);
  useStore(queueTexts);
  if (progress?.phase !== 'refused') return null;
  return children(<RefusedNote text={progress.text()} again={progress.again} decisionKey={decisionKey} />);
}

/** How many decisions can still be undone; stays visible at the bottom of the screen, because their rows may not. */
export function WaitingBar({ lifted }: { lifted: boolean }) {
  const count = [...usePendingDecisions().values()].filter(({ phase }) => phase === 'waiting').length;
  const t = useStore(queueTexts);
  if (count === 0) return null;
  return (
    <Flex
      role="region"
      aria-label={t.decisionsThatWait}
      position="sticky"
      bottom={`calc(var(--bottom-bar) + var(--dock, 0px) + ${lifted ? '6rem' : '1rem'})`}
      zIndex="docked"
      alignSelf="end"
      w="fit-content"
      ms="auto"
      maxW="full"
      align="center"
      justify="end"
      wrap="wrap"
      columnGap="3"
      rowGap="1"
      mt="4"
      px="3"
      py="2"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border.field"
      borderRadius="l2"
    >
      <Text textStyle="sm" fontVariantNumeric="tabular-nums" aria-live="polite">
        {t.decisionsWait({ count })}
      </Text>
      <Button size="xs" variant="outline" onClick={undoLast}>
        {t.undoLast}{' '}
        <Kbd size="sm" hideBelow="md">
          Z
        </Kbd>
      </Button>
      <Button size="xs" variant="ghost" onClick={() => void sendNow()}>
        {t.sendNow}
      </Button>
    </Flex>
  );
}
