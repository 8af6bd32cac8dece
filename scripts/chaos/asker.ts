import { setTimeout as sleep } from 'node:timers/promises';
import type { ChaosRecord, Ending } from './record.ts';

/** Nobody waits longer for an answer. */
const PATIENCE_MS = 10_000;
/** Clients come back sooner than they are told to, so that a recovery is seen when it happens. */
const RETRY_AFTER_MS = 100;

/** Calls procedures of the panel until they are answered, as a client does that keeps its request id. */
export interface Asker {
  /** Tries until it is answered. @throws Error when it is still not answered after `limitMs` */
  ask: <T>(procedure: string, input: unknown, options?: { accessToken?: string | undefined }) => Promise<T>;
  /** How long the request that waits longest has waited. */
  oldestWaitingMs: () => number;
}

interface Answer {
  ending: Ending;
  data?: unknown;
  told?: string;
}

/** @param giveUpMs after so long without success a request is given up altogether */
export function createAsker(url: string, record: ChaosRecord, giveUpMs = 60_000): Asker {
  const waiting = new Set<{ since: number }>();

  return {
    oldestWaitingMs: () => performance.now() - Math.min(performance.now(), ...[...waiting].map(({ since }) => since)),
    async ask<T>(procedure: string, input: unknown, { accessToken }: { accessToken?: string | undefined } = {}) {
      const giveUpAt = performance.now() + giveUpMs;
      for (;;) {
        const entry = { since: performance.now() };
        waiting.add(entry);
        const { ending, data, told } = await tryOnce(url, procedure, input, accessToken);
        waiting.delete(entry);
        const times = { startedAt: entry.since, endedAt: performance.now() };
        record.note({ what: procedure, ...times, ending, ...(told && { told }) });
        if (ending === 'ok') return data as T;
        if (performance.now() > giveUpAt) throw new Error(`${procedure} was not answered: ${ending} ${told ?? ''}`);
        await sleep(RETRY_AFTER_MS);
      }
    },
  };
}

async function tryOnce(url: string, procedure: string, input: unknown, accessToken?: string): Promise<Answer> {
  try {
    const isQuery = input === undefined;
    const response = await fetch(`${url}/trpc/${procedure}`, {
      method: isQuery ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...(accessToken && { authorization: `Bearer ${accessToken}` }) },
      body: isQuery ? null : JSON.stringify(input),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return judge(response, await response.text());
  } catch (error) {
    const { name, message, cause } = error as Error & { cause?: { code?: string } };
    if (name === 'TimeoutError') return { ending: 'silent', told: `for ${PATIENCE_MS / 1000} s` };
    return { ending: 'cut', told: cause?.code ?? message };
  }
}

function judge(response: Response, text: string): Answer {
  const told = `${response.status} ${text.slice(0, 200)}`;
  try {
    const { result, error } = JSON.parse(text) as Partial<{
      result: { data: unknown };
      error: { data: { domainCode: string } };
    }>;
    if (response.ok && result) return { ending: 'ok', data: result.data };
    const isBusy = response.status === 503 && error?.data.domainCode === 'busy' && response.headers.has('retry-after');
    return { ending: isBusy ? 'busy' : 'wrong', told };
  } catch {
    return { ending: 'wrong', told };
  }
}
