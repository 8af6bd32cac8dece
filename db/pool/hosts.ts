import { type Address, shownAddress } from '../addresses.ts';
import { DatabaseUnavailable } from '../errors.ts';

/** A probe of one server. */
export interface HostProbe {
  /** Resolves if the server accepts writes, else rejects with the reason. */
  answer: Promise<unknown>;
  end(): void;
}

export type Hosts = ReturnType<typeof createHosts>;

/**
 * Finds the server that accepts writes. All are probed at once, because a frozen one never responds. The first that accepts writes is
 * used until `forget`.
 */
export function createHosts(addresses: [Address, ...Address[]], ask: (address: Address) => HostProbe) {
  let found: Promise<Address> | undefined;
  return {
    /** @throws DatabaseUnavailable with a reason for each server */
    find(): Promise<Address> {
      if (found) return found;
      const searching = search();
      found = searching;
      searching.catch(() => {
        if (found === searching) found = undefined;
      });
      return searching;
    },
    /** Makes the next `find` probe again. */
    forget(): void {
      found = undefined;
    },
  };

  async function search(): Promise<Address> {
    const probes = addresses.map((address) => ({ address, ...ask(address) }));
    try {
      return await Promise.any(probes.map(({ address, answer }) => answer.then(() => address)));
    } catch (error) {
      const { errors } = error as AggregateError;
      const reasons = probes.map(({ address }, index) => `${shownAddress(address)}: ${reasonOf(errors[index])}`);
      throw new DatabaseUnavailable(`No host of the database can be written to (${reasons.join('; ')})`, {
        cause: error,
      });
    } finally {
      for (const probe of probes) probe.end();
    }
  }
}

/** The driver disconnects from a read-only server. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  return 'code' in error && error.code === 'CONNECTION_DESTROYED' ? 'can only be read' : error.message;
}
