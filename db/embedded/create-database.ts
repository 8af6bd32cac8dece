import { openSql } from '../connection.ts';
import { pgErrorOf } from '../errors.ts';

const DUPLICATE_DATABASE = '42P04';

/** Creates the database if it is missing. */
export async function createDatabase(adminUrl: string, name: string): Promise<void> {
  const sql = openSql(adminUrl, { max: 1 });
  try {
    const [found] = await sql`select 1 from pg_database where datname = ${name}`;
    if (!found) await sql`create database ${sql(name)}`;
  } catch (error) {
    // Another process created it first.
    if (pgErrorOf(error)?.code !== DUPLICATE_DATABASE) throw error;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
