import { createTRPCClient, httpBatchLink, httpLink, splitLink, type TRPCClient } from '@trpc/client';
import { BATCH_MAX_CALLS } from '#shared/batch.ts';
import type { AppRouter } from './contract.ts';
import { liveLink } from './live.ts';
import { panelErrors, requestIds, retries } from './retries.ts';

/** The settings of a client. */
export interface PanelOptions {
  /** The panel's address, `https://panel.example`. */
  url: string;
  /** An API key, from "API keys" in the profile. */
  key: string;
  /** How often a call is sent in all, when its answer is lost or the panel is busy. 1 never repeats. By default 4. */
  tries?: number;
  /** How long a try waits for its answer, in milliseconds. By default 30,000. */
  timeoutMs?: number;
  /** Sends the requests. By default the global `fetch`. */
  fetch?: typeof fetch;
}

/** A client of the panel: `panel.balance.get.query()`, `panel.orders.place.mutate(…)`, `panel.live.changes.subscribe(…)`. */
export type Panel = TRPCClient<AppRouter>;

const DEFAULT_TRIES = 4;
const DEFAULT_TIMEOUT_MS = 30_000;
const MAX_URL_LENGTH = 4000;
/** A longer input is a request of its own: ten shorter ones fit into the panel's limit of 64 kB a request. */
const MAX_BATCHED_LENGTH = 2000;

/**
 * Creates a client of the panel.
 *
 * Calls of the same moment share a request, up to 10. A query is repeated when its answer is lost or the panel is busy. So is a
 * mutation that takes a `requestId`: it gets one unless the input has it, and all its tries have the same, so it happens once. Its error
 * has the id, for later tries. Other mutations are sent once. A subscription is opened again after its end.
 * @returns a tRPC client whose calls throw a {@link PanelError}
 * @throws TypeError if `url` is not an http(s) address or `key` is empty
 */
export function createPanel(options: PanelOptions): Panel {
  const { key, tries = DEFAULT_TRIES, timeoutMs = DEFAULT_TIMEOUT_MS, fetch: send = fetch } = options;
  if (!key) throw new TypeError('The key is missing');
  const url = apiUrl(options.url);
  const calls = {
    url,
    headers: { authorization: `Bearer ${key}` },
    fetch: within(timeoutMs, send),
  };
  return createTRPCClient<AppRouter>({
    links: [
      requestIds,
      panelErrors,
      splitLink({
        condition: ({ type }) => type === 'subscription',
        true: liveLink({ url, key, fetch: send }),
        false: [
          retries(tries),
          splitLink({
            condition: ({ input }) => isLong(input),
            true: httpLink(calls),
            false: httpBatchLink({ ...calls, maxItems: BATCH_MAX_CALLS, maxURLLength: MAX_URL_LENGTH }),
          }),
        ],
      }),
    ],
  });
}

function apiUrl(address: string): string {
  const url = new URL('/trpc', address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new TypeError(`${address} is not an http(s) address`);
  return url.href;
}

/** JSON writes a character with up to six bytes. */
function isLong(input: unknown): boolean {
  return input !== undefined && JSON.stringify(input).length > MAX_BATCHED_LENGTH;
}

function within(timeoutMs: number, send: typeof fetch): typeof fetch {
  return (address, init) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    return send(address, { ...init, signal });
  };
}
