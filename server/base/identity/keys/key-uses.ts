import type { Db } from '#db/client.ts';

export interface KeyUses {
  /** Stores when and from which address a key was used, to the minute. Never waits and never fails. */
  note: (keyId: number, address: string) => void;
}

/** Above this many keys, the oldest is written again. */
const MOST_REMEMBERED = 10_000;
const MINUTE_MS = 60_000;

/** Writes the last uses of keys: once a minute for a key and an address, also if many calls arrive before the write. */
export function createKeyUses(db: Db): KeyUses {
  /** By key: the minute, and the addresses that were written in it. */
  const written = new Map<number, { minute: number; addresses: Set<string> }>();

  return {
    note(keyId, address) {
      const minute = Math.floor(Date.now() / MINUTE_MS);
      const known = written.get(keyId);
      const current = known?.minute === minute ? known : { minute, addresses: new Set<string>() };
      if (current.addresses.has(address)) return;
      current.addresses.add(address);
      written.delete(keyId);
      written.set(keyId, current);
      const [oldest] = written.keys();
      if (written.size > MOST_REMEMBERED && oldest !== undefined) written.delete(oldest);
      // While the database does not accept writes, a later minute stores a later use.
      write(db, keyId, address).catch(() => current.addresses.delete(address));
    },
  };
}

async function write(db: Db, keyId: number, address: string): Promise<void> {
  // A row that another call is updating has the same minute.
  await db.$client`
    update api_keys set last_used_at = date_trunc('minute', now()), last_used_address = ${address}
    where id = (select id from api_keys where id = ${keyId} for no key update skip locked)`;
}
