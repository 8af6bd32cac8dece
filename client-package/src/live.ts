import { httpSubscriptionLink, TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { EventSource, type FetchLike } from 'eventsource';
import type { AppRouter, ErrorCode } from './contract.ts';
import { toPanelError } from './panel-error.ts';
import { askedPauseMs, pauseBefore } from './retries.ts';

interface LiveOptions {
  /** The address of the tRPC API. */
  url: string;
  key: string;
  fetch: typeof fetch;
}

/** A stream that lasted this long was good: the next pause is the shortest again. */
const GOOD_MS = 30_000;

/** After these errors the same stream fails again. */
const finalCodes: readonly (ErrorCode | 'no_answer')[] = [
  'bad_input',
  'blocked',
  'forbidden',
  'key_not_allowed',
  'key_scope_missing',
  'not_found',
  'second_factor_missing',
  'session_ended',
  'unauthenticated',
];

/**
 * Opens subscriptions, and opens them again after their end, until the caller unsubscribes or the panel refuses them. Changes may be
 * missed in between, so `onStarted` is the moment to read everything again.
 */
export function liveLink(options: LiveOptions): TRPCLink<AppRouter> {
  return (runtime) => (call) =>
    observable((observer) => {
      let isOver = false;
      let failures = 0;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let stream = open();
      return () => {
        isOver = true;
        clearTimeout(timer);
        stream.unsubscribe();
      };

      function open() {
        const openedAt = Date.now();
        return streamLink(options)(runtime)(call).subscribe({
          next: (value) => observer.next(value),
          error(error) {
            if (isOver) return;
            const failure = toPanelError(error);
            if (finalCodes.includes(failure.code)) observer.error(failure);
            else openLater(openedAt, askedPauseMs(failure));
          },
          complete() {
            if (!isOver) openLater(openedAt, 0);
          },
        });
      }

      function openLater(openedAt: number, askedMs: number): void {
        failures = Date.now() - openedAt >= GOOD_MS ? 1 : failures + 1;
        timer = setTimeout(() => (stream = open()), Math.max(askedMs, pauseBefore(failures)));
      }
    });
}

/** One stream with the key in its header. A refusal is an error with the panel's code. */
function streamLink({ url, key, fetch }: LiveOptions): TRPCLink<AppRouter> {
  return (runtime) => (call) =>
    observable((observer) => {
      let refusal: TRPCClientError<AppRouter> | undefined;
      const authorized: FetchLike = async (address, init) => {
        const answer = await fetch(address, { ...init, headers: { ...init.headers, authorization: `Bearer ${key}` } });
        // The event source reports a status only.
        if (!answer.ok) refusal = await refusalOf(answer);
        return answer;
      };
      const link = httpSubscriptionLink<AppRouter, typeof EventSource>({
        url,
        EventSource,
        eventSourceOptions: { fetch: authorized },
      });
      return link(runtime)(call).subscribe({
        next(value) {
          if (value.result.type !== 'stopped') observer.next(value);
        },
        complete: () => observer.complete(),
        error: (error) => observer.error(refusal ?? error),
      });
    });
}

async function refusalOf(answer: Response): Promise<TRPCClientError<AppRouter> | undefined> {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  return typeof body === 'object' && body !== null && 'error' in body
    ? TRPCClientError.from<AppRouter>(body)
    : undefined;
}
