import type { Db } from './client.ts';

/** The built-in collation of version 17 and later: the same on every machine, independent of system updates. */
const OUR_COLLATION = 'builtin C.UTF-8';

/**
 * Detects a database with another collation than the embedded database and the compose file use. Unique names depend on the collation,
 * and a system update that changes it corrupts indexes.
 * @returns the provider and the locale, such as `libc en_US.utf8`; undefined for the expected collation
 */
export async function readOtherCollation(db: Db): Promise<string | undefined> {
  // The locale's column has another name before version 17.
  const [found] = await db.$client<{ name: string }[]>`
    select case datlocprovider when 'b' then 'builtin' when 'i' then 'icu' else 'libc' end || ' ' ||
      coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale', datctype) as name
    from pg_database d where datname = current_database()`;
  return found?.name === OUR_COLLATION ? undefined : found?.name;
}
