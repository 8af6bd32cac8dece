import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#db/client.ts';
import { auditEntries } from '#db/schema/audit.ts';
import type { AuditAction, AuditFacts, AuditSubject } from '#shared/audit.ts';
import type { Actor } from '#shared/users.ts';

/** An admin's action, as the audit stores it. */
export interface RecordedAction {
  action: AuditAction;
  subject: AuditSubject;
  /** Omitted if there is only one, such as the settings. */
  subjectId?: number;
  /** The name in the audit and its search: a service's name, a transaction ID. Cut to 200. */
  subjectName?: string;
  /** The customer concerned. */
  userId?: number;
  /** Null if nothing existed. */
  before: object | null;
  /** Null if nothing is left. May contain more than `before`, such as a refunded amount. */
  after: object | null;
  reason?: string | null | undefined;
}

const MAX_NAME_LENGTH = 200;
/** An import of thousands of lines needs few statements, none of which blocks others for long. */
const ROWS_PER_STATEMENT = 250;

/**
 * Records an admin's action within the transaction of the action. Stores only the fields that differ; without a difference there is no
 * entry.
 * @param actor null for a command on the server
 * @throws Error if a field has the name of a secret
 */
export async function recordAction(tx: Tx, actor: Actor | null, action: RecordedAction): Promise<void> {
  await recordActions(tx, actor, [action]);
}

/** As {@link recordAction}, for many entries in few statements. */
export async function recordActions(tx: Tx, actor: Actor | null, actions: RecordedAction[]): Promise<void> {
  for (let start = 0; start < actions.length; start += ROWS_PER_STATEMENT) {
    const some = actions.slice(start, start + ROWS_PER_STATEMENT);
    const rows = some.flatMap((action) => rowOf(actor, action) ?? []);
    if (rows.length > 0) await tx.insert(auditEntries).values(rows);
  }
}

function rowOf(
  actor: Actor | null,
  { before, after, reason, subjectName = '', ...action }: RecordedAction,
): typeof auditEntries.$inferInsert | undefined {
  const facts = { before: before && plainFacts(before), after: after && plainFacts(after) };
  const { before: old, after: now } = facts.before && facts.after ? onlyChanged(facts.before, facts.after) : facts;
  if (facts.before && facts.after && isDeepStrictEqual(old, now)) return undefined;
  return {
    ...action,
    adminId: actor?.id ?? null,
    // A cut within a surrogate pair leaves half a character, which PostgreSQL refuses.
    subjectName: subjectName.slice(0, MAX_NAME_LENGTH).toWellFormed(),
    before: old,
    after: now,
    reason: reason || null,
  };
}

const SECRET = /password|hash|token|secret/i;

/** Plain JSON: dates as strings, no undefined values. */
function plainFacts(facts: object): AuditFacts {
  const text = JSON.stringify(facts, (name, value: unknown) => {
    if (SECRET.test(name)) throw new Error(`The audit must not store secrets, but an entry has the field ${name}`);
    return value;
  });
  return JSON.parse(text) as AuditFacts;
}

function onlyChanged(before: AuditFacts, after: AuditFacts): { before: AuditFacts; after: AuditFacts } {
  const differs = (name: string) => !isDeepStrictEqual(before[name], after[name]);
  const pick = (facts: AuditFacts) => Object.fromEntries(Object.entries(facts).filter(([name]) => differs(name)));
  return { before: pick(before), after: pick(after) };
}
