import { Resolver } from 'node:dns/promises';

/** @returns the IPv4 and IPv6 addresses of a name; none if there are none, or no server answers */
export type ResolveName = (name: string) => Promise<string[]>;

const ATTEMPT_MS = 2_000;
/** A name may have thousands of addresses. */
const MOST_ADDRESSES = 8;

/**
 * Resolves names by the DNS alone: not by `/etc/hosts`, which names hosts of this network. The system's own resolver would take one of
 * four threads for as long as a name server stays silent, and those threads also hash passwords.
 */
export function createResolver(): ResolveName {
  const resolver = new Resolver({ timeout: ATTEMPT_MS, tries: 2 });
  return async (name) => {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : [])).slice(0, MOST_ADDRESSES);
  };
}
