import type { Db } from './client.ts';

/** PostgreSQL's own rules, from version 17 on: the same on every machine, whatever is updated on it. */
const OUR_COLLATION = 'builtin C.UTF-8';

/**
 * Finds a database that compares letters and folds capitals by other rules than the built-in database and the compose file. Unique names
 * depend on these rules, and a system update that changes them makes indexes wrong.
 * @returns the provider and the locale, such as `libc en_US.utf8`; undefined if they are ours
 */
export async function readOtherCollation(db: Db): Promise<string | undefined> {
  // The column of the locale has another name before version 17.
  const [found] = await db.$client<{ name: string }[]>`
    select case datlocprovider when 'b' then 'builtin' when 'i' then 'icu' else 'libc' end || ' ' ||
      coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale', datctype) as name
    from pg_database d where datname = current_database()`;
  return found?.name === OUR_COLLATION ? undefined : found?.name;
}
