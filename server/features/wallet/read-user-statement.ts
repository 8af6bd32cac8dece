import type { z } from 'zod';
import type { Db } from '#db/client.ts';
import type { AdminStatementPage, adminStatementInput } from '#shared/balance.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { readWalletStatement } from './read-statement.ts';

/** The entries of a user's wallet with the admin behind each grant, newest first by default. Admins only. */
export async function readUserStatement(
  db: Db,
  actor: Actor,
  { id, ...input }: z.output<typeof adminStatementInput>,
): Promise<AdminStatementPage> {
  assertAdmin(actor);
  return readWalletStatement(db, id, input);
}
