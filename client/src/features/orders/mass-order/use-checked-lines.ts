import { useEffect, useState } from 'react';
import type { CheckedLines } from '#shared/order-lines.ts';
import { directClient } from '../../../lib/trpc.ts';
import { areTooMany, type TypedLine } from './parse-lines.ts';

/** The server's check of the lines in the box. */
export interface Check {
  /** The answer for a line; undefined if the line was not checked as it is now. */
  answerFor: (line: TypedLine) => CheckedLines['lines'][number] | undefined;
  /** Maps a line's index in the call to its number in the box. */
  numberOf: (index: number) => number;
  answer: CheckedLines;
}

const PAUSE_MS = 500;

/** Requests the charges when typing pauses. @param lines the same array until the text changes */
export function useCheckedLines(lines: readonly TypedLine[], isEnabled: boolean) {
  const [state, setState] = useState<{ lines: readonly TypedLine[]; check: Check | null; error: unknown }>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    const wellFormed = lines.filter((line) => line.order !== null);
    if (!isEnabled || wellFormed.length === 0 || areTooMany(lines)) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      void ask(wellFormed, stop.signal).then(
        (check) => setState({ lines, check, error: null }),
        (error: unknown) => {
          if (!stop.signal.aborted) setState({ lines, check: null, error });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [lines, isEnabled, round]);

  const isCurrent = state?.lines === lines;
  return {
    /** The latest response, which may be for an earlier text. */
    check: state?.check ?? null,
    isCurrent: isCurrent && state.check !== null,
    error: isCurrent ? state.error : null,
    askAgain: () => setRound((before) => before + 1),
  };
}

async function ask(lines: readonly TypedLine[], signal: AbortSignal): Promise<Check> {
  const sent = lines.flatMap(({ order }) => order ?? []);
  const answer = await directClient.orders.checkMany.mutate({ lines: sent }, { signal });
  const numberOf = (index: number) => lines[index]?.number ?? 0;
  const byNumber = new Map(answer.lines.map((line) => [numberOf(line.index), { line, text: lines[line.index]?.text }]));
  const answerFor = ({ number, text }: TypedLine) => {
    const known = byNumber.get(number);
    return known?.text === text ? known.line : undefined;
  };
  return { answer, numberOf, answerFor };
}
