import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CheckedLines } from '#shared/order-lines.ts';
import type { ServiceType } from '#shared/service-types.ts';
import { directClient } from '../../../lib/trpc.ts';
import { areTooMany, parseLines, type TypedLine, type Types } from './parse-lines.ts';

/** The server's check of the lines in the box. */
export interface Check {
  /** The answer for a line; undefined if the line was not checked as it is now. */
  answerFor: (line: TypedLine) => CheckedLines['lines'][number] | undefined;
  /** Maps a line's index in the call to its number in the box. */
  numberOf: (index: number) => number;
  answer: CheckedLines;
}

const PAUSE_MS = 500;

/**
 * The lines of the box, and their charges, which are requested when typing pauses. The responses also have the types of the services: a
 * line that was parsed for another type is parsed and checked again.
 */
export function useCheckedLines(text: string, isEnabled: boolean) {
  const { types, learn } = useTypes();
  const lines = useLines(text, types);
  const [state, setState] = useState<{ lines: readonly TypedLine[]; check: Check | null; error: unknown }>();
  const [round, setRound] = useState(0);
  const asked = useRef<{ text: string; lines: readonly TypedLine[] }>(undefined);
  useEffect(() => {
    const wellFormed = lines.filter((line) => line.order !== null);
    if (!isEnabled || wellFormed.length === 0 || areTooMany(lines)) return;
    const stop = new AbortController();
    const send = () => {
      asked.current = { text, lines };
      void ask(wellFormed, stop.signal).then(
        (check) => {
          setState({ lines, check, error: null });
          learn(typesIn(wellFormed, check));
        },
        (error: unknown) => {
          if (!stop.signal.aborted) setState({ lines, check: null, error });
        },
      );
    };
    // A response has changed the lines, not typing.
    const isLearned = asked.current?.text === text && asked.current.lines !== lines;
    const timer = setTimeout(send, isLearned ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, lines, isEnabled, round, learn]);

  const isCurrent = state?.lines === lines;
  return {
    lines,
    types,
    /** Adds the type of a service that is known from elsewhere. */
    learn,
    /** The latest response, which may be for an earlier text. */
    check: state?.check ?? null,
    isCurrent: isCurrent && state.check !== null,
    error: isCurrent ? state.error : null,
    askAgain: () => setRound((before) => before + 1),
  };
}

type FoundType = readonly [serviceId: number, type: ServiceType];

/** The types of services, as far as a response or a choice has them. */
function useTypes() {
  const [types, setTypes] = useState<Types>(new Map());
  const learn = useCallback(
    (found: readonly FoundType[]) =>
      setTypes((known) =>
        found.every(([id, type]) => known.get(id) === type) ? known : new Map([...known, ...found]),
      ),
    [],
  );
  return { types, learn };
}

/** The same array as long as the lines are the same, so that a learned type checks only lines that it changes. */
function useLines(text: string, types: Types): readonly TypedLine[] {
  const parsed = useMemo(() => parseLines(text, types), [text, types]);
  const [lines, setLines] = useState(parsed);
  const isSame = useMemo(() => JSON.stringify(lines) === JSON.stringify(parsed), [lines, parsed]);
  if (isSame) return lines;
  setLines(parsed);
  return parsed;
}

function typesIn(lines: readonly TypedLine[], { answer }: Check): FoundType[] {
  return answer.lines.flatMap(({ index, type }): FoundType[] => {
    const serviceId = lines[index]?.order?.serviceId;
    return serviceId === undefined || type === undefined ? [] : [[serviceId, type]];
  });
}

async function ask(lines: readonly TypedLine[], signal: AbortSignal): Promise<Check> {
  const sent = lines.flatMap(({ order }) => order ?? []);
  const answer = await directClient.orders.checkMany.mutate({ lines: sent }, { signal });
  const numberOf = (index: number) => lines[index]?.number ?? 0;
  const byNumber = new Map(answer.lines.map((line) => [numberOf(line.index), { line, asked: lines[line.index] }]));
  const answerFor = (line: TypedLine) => {
    const known = byNumber.get(line.number);
    if (known?.asked?.text !== line.text) return undefined;
    return JSON.stringify(known.asked.order) === JSON.stringify(line.order) ? known.line : undefined;
  };
  return { answer, numberOf, answerFor };
}
