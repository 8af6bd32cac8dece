import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { evidence, statementMappings, wordings } from '#db/schema/evidence.ts';
import { paymentMethods } from '#db/schema/settings.ts';
import type { StatementMapping } from '#shared/evidence.ts';
import { walletOf } from '#shared/recipient.ts';
import {
  type ImportedStatement,
  type ImportStatementInput,
  MOST_REFUSED,
  SAMPLE_ROWS,
} from '#shared/statement-file.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { Deps } from '../../base/deps.ts';
import { fieldError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { assertReauthenticated } from '../../base/identity/assert-reauthenticated.ts';
import { countAttempt } from '../../base/limits/rate-limit.ts';
import { writeMailToAdmins } from '../../base/mail/write-mail.ts';
import { type ReadStatement, readStatement, type StatementLine } from './read-statement.ts';

const PER_ADMIN = { limit: 100, windowSeconds: 600 };
const ROWS_PER_STATEMENT = 500;
const KIND = 'statement';

/**
 * Reads a provider's statement: each payment whose transaction ID is not known yet becomes evidence, with the rules of messages. With
 * `apply` it is stored, its columns are remembered, and every admin gets a mail; the same file again adds nothing. Admins only.
 * @throws DomainError `bad_input` beside `provider`, `csv` or `mapping`; with `apply` `reauthentication_required`; `too_many_requests`
 */
export async function importStatement(
  { db, config, events, wakeMailer }: Pick<Deps, 'db' | 'config' | 'events' | 'wakeMailer'>,
  actor: Actor,
  { provider, csv, mapping, apply }: ImportStatementInput,
): Promise<ImportedStatement> {
  assertAdmin(actor);
  if (apply) assertReauthenticated(actor);
  await countAttempt(db, `statement:${actor.id}`, PER_ADMIN);
  await assertKnown(db, provider);
  const read = await readStatement(csv, mapping);
  if (!apply) return present(read, await countNew(db, provider, read.lines));
  const added = await db.transaction(async (tx) => {
    const inserted = await insertRows(tx, provider, read.lines);
    const isRemembered = await remember(tx, provider, mapping);
    // A retry.
    if (inserted === 0 && isRemembered) return 0;
    const { rows, skipped, refused } = read;
    await recordAction(tx, actor, {
      ...{ action: 'statement.import', subject: 'statement', subjectName: provider, before: null },
      after: { provider, mapping, rows, added: inserted, skipped, refused: refused.length },
    });
    await writeMailToAdmins(tx, importedMail(config.publicUrl, { provider, added: inserted, adminId: actor.id }));
    return inserted;
  });
  events.publish('evidence');
  wakeMailer();
  return present(read, added);
}

/** The columns that a provider's last statement had; null without one. Admins only. */
export async function getStatementMapping(
  db: Db,
  actor: Actor,
  { provider }: { provider: string },
): Promise<StatementMapping | null> {
  assertAdmin(actor);
  return readMapping(db, provider);
}

async function readMapping(db: Db | Tx, provider: string): Promise<StatementMapping | null> {
  const [row] = await db
    .select({ mapping: statementMappings.mapping })
    .from(statementMappings)
    .where(eq(statementMappings.provider, provider));
  return row?.mapping ?? null;
}

/** A provider is known by a wording, or as the wallet of a payment method. @throws DomainError `bad_input` beside `provider` */
async function assertKnown(db: Db, provider: string): Promise<void> {
  const isOwn = and(eq(wordings.provider, provider), isNull(wordings.retiredAt));
  if ((await db.$count(wordings, isOwn)) > 0) return;
  const { name, kind } = paymentMethods;
  const methods = await db.select({ name, kind }).from(paymentMethods);
  if (methods.some((method) => walletOf(method)?.name.toLowerCase() === provider)) return;
  throw fieldError('bad_input', 'provider', 'No wording and no payment method is of this provider');
}

const folded: SQL<string> = sql`upper(${evidence.reference})`;
/** As the unique index has it. */
const isMoneyIn = sql`direction = 'in' and state <> 'ignored' and reason is distinct from 'id_differs'`;

async function countNew(db: Db, provider: string, lines: StatementLine[]): Promise<number> {
  const ids = [...new Set(lines.map(({ reference }) => reference.toUpperCase()))];
  let count = ids.length;
  for (let at = 0; at < ids.length; at += ROWS_PER_STATEMENT) {
    const some = ids.slice(at, at + ROWS_PER_STATEMENT);
    count -= await db.$count(evidence, and(eq(evidence.provider, provider), inArray(folded, some), isMoneyIn));
  }
  return count;
}

/** As many as the background worker settles in the time, and as many again for others. */
const SECONDS_PER_ROW = 0.02;

async function insertRows(tx: Tx, provider: string, lines: StatementLine[]): Promise<number> {
  let added = 0;
  for (let at = 0; at < lines.length; at += ROWS_PER_STATEMENT) {
    const rows = lines.slice(at, at + ROWS_PER_STATEMENT).map((line, nth) => ({
      ...line,
      ...{ provider, kind: KIND, sender: KIND, digest: digestOf(provider, line) },
      ...({ direction: 'in', state: 'unclaimed' } as const),
      // One after another, so that messages which come meanwhile are not kept waiting.
      dueAt: sql`now() + make_interval(secs => ${(at + nth) * SECONDS_PER_ROW})`,
    }));
    const inserted = await tx.insert(evidence).values(rows).onConflictDoNothing().returning({ id: evidence.id });
    added += inserted.length;
    await holdOtherSums(tx, provider, rows);
  }
  return added;
}

/** Of a stored message and a row with the same id and another sum one is wrong: both are held, and a person looks. */
async function holdOtherSums(tx: Tx, provider: string, rows: (StatementLine & { digest: string })[]): Promise<void> {
  await tx.execute(sql`
    with other as (
      select s.*, e.id as other_id from jsonb_to_recordset(${JSON.stringify(rows.map(({ text, digest, reference, amountPoisha, payer, at }) => ({ text, digest, reference, amount: amountPoisha, payer, at })))}::jsonb)
        as s (text text, digest text, reference text, amount bigint, payer text, at timestamptz)
      join evidence e on e.provider = ${provider} and upper(e.reference) = upper(s.reference) and e.amount_poisha <> s.amount
        and e.direction = 'in' and e.state <> 'ignored' and e.reason is distinct from 'id_differs'
      where not exists (select from evidence k where k.provider = ${provider} and upper(k.reference) = upper(s.reference) and k.digest = s.digest)
    ), held as (
      insert into evidence (sender, text, digest, due_at, state, reason, provider, kind, direction, amount_poisha, reference, payer, at)
      select ${KIND}, text, digest, null, 'held', 'id_differs', ${provider}, ${KIND}, 'in', amount, reference, payer, at from other
    )
    update evidence set due_at = now() where id in (select other_id from other) and state in ('unclaimed', 'held')`);
}

function digestOf(provider: string, { reference, amountPoisha, at }: StatementLine): string {
  const parts = [provider, reference.toUpperCase(), amountPoisha, at.toISOString()];
  return createHash('sha256').update(parts.join('\n')).digest('base64url');
}

/** @returns whether the mapping was remembered already */
async function remember(tx: Tx, provider: string, mapping: StatementMapping): Promise<boolean> {
  if (isDeepStrictEqual(await readMapping(tx, provider), mapping)) return true;
  const set = { mapping };
  await tx
    .insert(statementMappings)
    .values({ provider, mapping })
    .onConflictDoUpdate({ target: statementMappings.provider, set });
  return false;
}

function present({ rows, lines, skipped, refused }: ReadStatement, added: number): ImportedStatement {
  return {
    ...{ rows, added, known: lines.length - added, skipped },
    refused: refused.slice(0, MOST_REFUSED),
    sample: lines
      .slice(0, SAMPLE_ROWS)
      .map(({ at, reference, amountPoisha, payer }) => ({ at, reference, amountPoisha, payer })),
  };
}

function importedMail(
  panel: string,
  { provider, added, adminId }: { provider: string; added: number; adminId: number },
) {
  return {
    subject: `A statement of payments was imported (${provider})`,
    body: `Hello,

a statement of ${provider} was imported. ${added} payments of it count as proof from now on.

By admin ${adminId}: ${panel}/dashboard/users/${adminId}
Its columns and counts: ${panel}/dashboard/audit?subject=statement

If no admin of yours did this, block that admin and end their sessions at once.
`,
  };
}
