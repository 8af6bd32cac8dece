import { Resolver } from 'node:dns/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { hostOf, isAllowedAddress, type OutboundPolicy, refusalOfUrl } from './allowed-address.ts';
import type { OutboundCall } from './call.ts';
import { type Failure, type FailureReason, failureOf, OutboundError } from './failure.ts';
import { readBody } from './read-body.ts';
import { sendRequest } from './send-request.ts';

/** @returns the IPv4 and IPv6 addresses of a name; none if there are none, or no server answers */
type ResolveName = (name: string) => Promise<string[]>;

const ATTEMPT_MS = 2_000;
/** A name may have thousands of addresses. */
const MOST_ADDRESSES = 8;

/**
 * Resolves names by the DNS alone: not by `/etc/hosts`, which names hosts of this network. The system's own resolver would take one of
 * four threads for as long as a name server stays silent, and those threads also hash passwords.
 */
function createResolver(): ResolveName {
  const resolver = new Resolver({ timeout: ATTEMPT_MS, tries: 2 });
  return async (name) => {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : [])).slice(0, MOST_ADDRESSES);
  };
}

export interface Answered {
  kind: 'answered';
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  durationMs: number;
}

export interface Failed extends Failure {
  kind: 'failed';
  durationMs: number;
}

export type Outcome = Answered | Failed;

/** Calls other people's servers. It never throws: every outcome is a value. Redirects are answers, and nothing is retried. */
export type Outbound = (call: OutboundCall) => Promise<Outcome>;

interface OutboundOptions {
  policy: OutboundPolicy;
  resolveName?: ResolveName;
  /** Certificates to trust instead of the public ones. */
  ca?: string;
}

/** RFC 9110: below are none. */
const FIRST_STATUS = 100;

/**
 * The only way to other people's servers. It calls public addresses over https. A name is resolved once, all of its addresses must be
 * allowed, and the connection goes to one of them. See decision 035.
 */
export function createOutbound({ policy, resolveName = createResolver(), ca }: OutboundOptions): Outbound {
  return async (call) => {
    const startedMs = performance.now();
    const durationMs = () => Math.round(performance.now() - startedMs);
    const deadline = AbortSignal.timeout(call.timeoutMs);
    // Whether bytes of the request may have left.
    const progress = { isSent: false };
    try {
      const url = parsed(call.url, policy);
      const addresses = await addressesOf(hostOf(url), { policy, resolveName, deadline });
      const response = await sendRequest(call, { url, addresses, policy, deadline, ca, progress });
      const body = await readBody(response, call, deadline);
      const { statusCode: status = 0 } = response;
      if (status < FIRST_STATUS) throw new OutboundError('answer_unreadable');
      return {
        kind: 'answered',
        status,
        headers: response.headers,
        body,
        durationMs: durationMs(),
      };
    } catch (error) {
      const reason: FailureReason = deadline.aborted ? 'timed_out' : failureOf(error);
      return { kind: 'failed', reason, mayHaveArrived: progress.isSent, durationMs: durationMs() };
    }
  };
}

function parsed(text: string, policy: OutboundPolicy): URL {
  const url = URL.parse(text);
  if (!url || refusalOfUrl(url, policy)) throw new OutboundError('address_refused');
  return url;
}

interface Resolving {
  policy: OutboundPolicy;
  resolveName: ResolveName;
  deadline: AbortSignal;
}

/** One refused address refuses the name: it would be the one that is tried after the others. */
async function addressesOf(host: string, { policy, resolveName, deadline }: Resolving): Promise<string[]> {
  const addresses = isIP(host) ? [host] : await withinDeadline(resolveName(host), deadline);
  if (addresses.length === 0) throw new OutboundError('name_not_resolved');
  if (!addresses.every((address) => isAllowedAddress(address, policy))) throw new OutboundError('address_refused');
  return [...addresses];
}

async function withinDeadline<Value>(work: Promise<Value>, deadline: AbortSignal): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(new OutboundError('timed_out'));
  deadline.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    deadline.removeEventListener('abort', abort);
  }
}
