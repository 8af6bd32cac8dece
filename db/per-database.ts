import type { Db } from './client.ts';

/**
 * State of a process for each of its databases; tests have several in one process.
 * @param make makes it for a database, when it is first asked for
 * @returns the one of a database; it is let go of together with the database's handle
 */
export function perDatabase<Value extends object>(make: (db: Db) => Value): (db: Db) => Value {
  const values = new WeakMap<Db, Value>();
  return (db) => {
    const value = values.get(db) ?? make(db);
    values.set(db, value);
    return value;
  };
}
