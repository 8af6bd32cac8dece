import { setTimeout as sleep } from 'node:timers/promises';
import type { ChaosRecord, Ending } from './record.ts';

/** The panel answers within it. */
const PATIENCE_MS = 10_000;
/** Shorter than `Retry-After`, so a recovery is detected when it happens. */
const RETRY_AFTER_MS = 100;

/** Calls procedures until they succeed, like clients with a request id. */
export interface Client {
  /** @throws Error without a success in time */
  ask: <T>(procedure: string, input: unknown, options?: Asker) => Promise<T>;
  /** Like `ask`, for a call that may also be refused: with one of these codes. */
  askOr: <Code extends string>(
    procedure: string,
    input: unknown,
    options: Asker & { codes: readonly Code[] },
  ) => Promise<{ data?: unknown; code?: Code }>;
  /** The age of the oldest request in flight. */
  oldestWaitingMs: () => number;
}

interface Asker {
  accessToken?: string | undefined;
}

interface Attempt {
  ending: Ending;
  /** Of a refusal. */
  code?: string | undefined;
  data?: unknown;
  detail?: string;
}

interface Patience {
  /** The time after which `ask` throws. */
  giveUpMs?: number;
  /** The longest wait for a response. */
  patienceMs?: number;
}

export function createClient(
  url: string,
  record: Pick<ChaosRecord, 'note'>,
  { giveUpMs = 60_000, patienceMs = PATIENCE_MS }: Patience = {},
): Client {
  const waiting = new Set<{ since: number }>();

  async function askOr<Code extends string>(
    procedure: string,
    input: unknown,
    { accessToken, codes }: Asker & { codes: readonly Code[] },
  ): Promise<{ data?: unknown; code?: Code }> {
    const giveUpAt = performance.now() + giveUpMs;
    for (;;) {
      const entry = { since: performance.now() };
      waiting.add(entry);
      const attempt = await tryOnce({ url, procedure, input, accessToken, patienceMs });
      waiting.delete(entry);
      const code = codes.find((each) => each === attempt.code);
      const ending = code === undefined ? attempt.ending : 'ok';
      const times = { startedAt: entry.since, endedAt: performance.now() };
      record.note({ procedure, ...times, ending, detail: attempt.detail });
      if (code !== undefined) return { code };
      if (ending === 'ok') return { data: attempt.data };
      if (performance.now() > giveUpAt)
        throw new Error(`${procedure} did not succeed: ${ending} ${attempt.detail ?? ''}`);
      await sleep(RETRY_AFTER_MS);
    }
  }

  return {
    oldestWaitingMs: () => performance.now() - Math.min(performance.now(), ...[...waiting].map(({ since }) => since)),
    askOr,
    async ask<T>(procedure: string, input: unknown, options: Asker = {}) {
      return (await askOr(procedure, input, { ...options, codes: [] })).data as T;
    },
  };
}

/** The path of a query with its input, for `ask`. */
export function queryPath(procedure: string, input: object): string {
  return `${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;
}

interface Call extends Asker {
  url: string;
  procedure: string;
  input: unknown;
  patienceMs: number;
}

async function tryOnce({ url, procedure, input, accessToken, patienceMs }: Call): Promise<Attempt> {
  try {
    const isQuery = input === undefined;
    const response = await fetch(`${url}/trpc/${procedure}`, {
      method: isQuery ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...(accessToken && { authorization: `Bearer ${accessToken}` }) },
      body: isQuery ? null : JSON.stringify(input),
      signal: AbortSignal.timeout(patienceMs),
    });
    return judge(response, await response.text());
  } catch (error) {
    const { name, message, cause } = error as Error & { cause?: { code?: string } };
    if (name === 'TimeoutError') return { ending: 'silent', detail: `for ${patienceMs / 1000} s` };
    return { ending: 'cut', detail: cause?.code ?? message };
  }
}

function judge(response: Response, text: string): Attempt {
  const detail = `${response.status} ${text.slice(0, 200)}`;
  try {
    const { result, error } = JSON.parse(text) as Partial<{
      result: { data: unknown };
      error: { data: { domainCode: string } };
    }>;
    if (response.ok && result) return { ending: 'ok', data: result.data };
    const isBusy = response.status === 503 && error?.data.domainCode === 'busy' && response.headers.has('retry-after');
    return { ending: isBusy ? 'busy' : 'wrong', code: error?.data.domainCode, detail };
  } catch {
    return { ending: 'wrong', detail };
  }
}
