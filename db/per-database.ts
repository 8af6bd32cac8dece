import type { Db } from './client.ts';

/**
 * State per database of this process; tests have several databases in one process.
 * @param make creates the state on first use
 * @returns the state of a database; it is released together with the database's handle
 */
export function perDatabase<Value extends object, Handle extends object = Db>(
  make: (db: Handle) => Value,
): (db: Handle) => Value {
  const values = new WeakMap<Handle, Value>();
  return (db) => {
    const value = values.get(db) ?? make(db);
    values.set(db, value);
    return value;
  };
}
