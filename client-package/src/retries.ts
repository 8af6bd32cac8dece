import { type Operation, retryLink, type TRPCLink } from '@trpc/client';
import type { AnyTRPCMutationProcedure, AnyTRPCProcedure, TRPCMutationProcedure } from '@trpc/server';
import { observable } from '@trpc/server/observable';
import type { AdminProcedures } from './admin-contract.ts';
import type { AppRouter } from './contract.ts';
import { type PanelError, toPanelError } from './panel-error.ts';

/** The names of the mutations whose input has a `requestId`, below a router. */
type TakesRequestId<Of, Prefix extends string = ''> = {
  [Name in keyof Of & string]: Of[Name] extends AnyTRPCMutationProcedure
    ? Of[Name] extends TRPCMutationProcedure<{ input: infer Input; output: infer _; meta: infer _ }>
      ? 'requestId' extends keyof Input
        ? `${Prefix}${Name}`
        : never
      : never
    : Of[Name] extends AnyTRPCProcedure
      ? never
      : TakesRequestId<Of[Name], `${Prefix}${Name}.`>;
}[keyof Of & string];

/** They run once for a request id, so they are safe to repeat. The compiler compares the list with the router. */
const repeatable: Record<TakesRequestId<AdminProcedures>, true> = {
  'orders.place': true,
  'orders.placeMany': true,
  'orders.request': true,
  'balance.requestRecharge': true,
  'tickets.open': true,
  'tickets.reply': true,
  'admin.services.create': true,
  'admin.services.changeMany': true,
  'admin.orders.decide': true,
  'admin.requests.decide': true,
  'admin.requests.file': true,
  'admin.users.giveBalance': true,
  'admin.tickets.reply': true,
  'admin.suppliers.payIn': true,
  'admin.suppliers.accept': true,
  'admin.forwards.correctCost': true,
  'admin.forwards.settle': true,
  'admin.forwards.start': true,
};

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 20_000;

/** Gives a mutation that takes a request id one, so that all its tries have the same. */
export const requestIds: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    if (!isRepeatable(op) || typeof op.input !== 'object' || op.input === null) return next(op);
    const { requestId = crypto.randomUUID(), ...rest } = op.input as { requestId?: string };
    return next({ ...op, input: { ...rest, requestId } });
  };

/** Turns the error of a call into one with the panel's code, and its request id. Add it after {@link requestIds}. */
export const panelErrors: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (value) => observer.next(value),
        complete: () => observer.complete(),
        error: (error) => observer.error(toPanelError(error, requestIdOf(op))),
      }),
    );

/**
 * Repeats queries and repeatable mutations without an answer, and of a busy panel, after growing random pauses.
 * @param tries how often a call is sent in all
 */
export function retries(tries: number): TRPCLink<AppRouter> {
  let pauseMs = 0;
  return retryLink<AppRouter>({
    retry({ op, error, attempts }) {
      if (attempts >= tries || op.signal?.aborted || !mayRepeat(op)) return false;
      const failure = toPanelError(error);
      if (failure.code !== 'no_answer' && failure.code !== 'busy') return false;
      pauseMs = Math.max(pauseBefore(attempts), askedPauseMs(failure));
      return true;
    },
    // It is read directly after `retry`.
    retryDelayMs: () => pauseMs,
  });
}

/** The pause that the panel asks for in an error, 0 if none. */
export function askedPauseMs({ details }: PanelError): number {
  return 'retryAfterSeconds' in details ? (details.retryAfterSeconds ?? 0) * 1000 : 0;
}

/** A random pause that grows with the number of failures, so that many clients do not return at the same time. */
export function pauseBefore(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
}

function requestIdOf(op: Operation): string | undefined {
  return isRepeatable(op) ? (op.input as { requestId?: string } | undefined)?.requestId : undefined;
}

function mayRepeat(op: Operation): boolean {
  return op.type === 'query' || isRepeatable(op);
}

function isRepeatable({ type, path }: Operation): boolean {
  return type === 'mutation' && Object.hasOwn(repeatable, path);
}
