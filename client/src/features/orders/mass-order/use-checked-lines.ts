import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Nanos } from '#shared/money.ts';
import { type CheckedLines, MAX_ORDER_LINES } from '#shared/order-lines.ts';
import type { ServiceType } from '#shared/service-types.ts';
import { localName } from '../../../lib/local-name.ts';
import { directClient, type Inputs } from '../../../lib/trpc.ts';
import { askFit } from './ask-fit.ts';
import { areTooMany, parseLines, type TypedLine, type Types } from './parse-lines.ts';

/** The server's check of the lines in the box. */
export interface Check {
  /** The answer for a line; undefined if the line was not checked as it is now. */
  answerFor: (line: TypedLine) => CheckedLines['lines'][number] | undefined;
  /** Maps a line's index in the call to its number in the box. */
  numberOf: (index: number) => number;
  /** The name of a service that a line, or a reading of an asked-about line, has. */
  nameOf: (serviceId: number) => string | undefined;
  /** The numbers of the lines that can't be ordered as they were checked. */
  faulty: ReadonlySet<number>;
  balanceNanos?: Nanos;
}

const PAUSE_MS = 500;

/**
 * The lines of the box, and their charges, which are requested when typing pauses. The responses also have the types of the services: a
 * line that was read for another type is read and checked again.
 */
export function useCheckedLines(text: string, isEnabled: boolean) {
  const { types, learn } = useTypes();
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set());
  const lines = useLines(text, types, confirmed);
  // A line that was edited is asked about again.
  const kept = [...confirmed].filter((line) => lines.some((typed) => typed.text === line));
  if (kept.length < confirmed.size) setConfirmed(new Set(kept));
  const [state, setState] = useState<{ lines: readonly TypedLine[]; check: Check | null; error: unknown }>();
  const [round, setRound] = useState(0);
  const asked = useRef<{ text: string; lines: readonly TypedLine[] }>(undefined);
  useEffect(() => {
    if (!isEnabled || lines.length === 0 || areTooMany(lines)) return;
    const stop = new AbortController();
    const send = () => {
      asked.current = { text, lines };
      void ask(lines, stop.signal).then(
        ({ check, found }) => {
          setState({ lines, check, error: null });
          learn(found);
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
    /** Orders a line with this text although its link does not fit. */
    confirmMisfit: (line: string) => setConfirmed(new Set([...kept, line])),
    askAgain: () => setRound((before) => before + 1),
  };
}

/** The type is null if there is no such service: the number may be a quantity. */
type FoundType = readonly [serviceId: number, type: ServiceType | null];

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
function useLines(text: string, types: Types, confirmed: ReadonlySet<string>): readonly TypedLine[] {
  const parsed = useMemo(() => parseLines(text, types, confirmed), [text, types, confirmed]);
  const [lines, setLines] = useState(parsed);
  const isSame = useMemo(() => JSON.stringify(lines) === JSON.stringify(parsed), [lines, parsed]);
  if (isSame) return lines;
  setLines(parsed);
  return parsed;
}

/** Asks for the charges of the lines, and which services the readings of asked-about lines name. */
async function ask(lines: readonly TypedLine[], signal: AbortSignal): Promise<{ check: Check; found: FoundType[] }> {
  const asked = lines.filter((line) => line.order !== null);
  const readings = [...asked.flatMap(({ order }) => order ?? []), ...lines.flatMap(({ choices }) => choices ?? [])];
  const sent = readings.slice(0, MAX_ORDER_LINES);
  const check = (input: Inputs['orders']['checkMany']) => directClient.orders.checkMany.mutate(input, { signal });
  const answer = sent.length > 0 ? await askFit(check, { lines: sent }) : null;
  const answers = answer?.lines ?? [];
  const numberOf = (index: number) => asked[index]?.number ?? 0;
  const byNumber = new Map(answers.map((line) => [numberOf(line.index), { line, asked: asked[line.index] }]));
  const answerFor = (line: TypedLine) => {
    const known = byNumber.get(line.number);
    if (known?.asked?.text !== line.text) return undefined;
    return JSON.stringify(known.asked.order) === JSON.stringify(line.order) ? known.line : undefined;
  };
  const isFaulty = (line: TypedLine) => line.order === null || 'domainCode' in (answerFor(line) ?? {});
  const faulty = new Set(lines.filter(isFaulty).map(({ number }) => number));
  const ofService = answers.flatMap((line) => {
    const { serviceId } = sent[line.index] ?? {};
    return serviceId === undefined ? [] : [{ serviceId, line }];
  });
  const names = new Map(ofService.map(({ serviceId, line }) => [serviceId, line]));
  return {
    check: { answerFor, numberOf, nameOf: (id) => nameIn(names.get(id)), faulty, balanceNanos: answer?.balanceNanos },
    found: ofService.flatMap(({ serviceId, line }): FoundType[] => {
      if (line.type) return [[serviceId, line.type]];
      return 'domainCode' in line && line.domainCode === 'service_not_found' ? [[serviceId, null]] : [];
    }),
  };
}

function nameIn(line: CheckedLines['lines'][number] | undefined): string | undefined {
  return line?.serviceName && localName({ name: line.serviceName, nameBn: line.serviceNameBn });
}
