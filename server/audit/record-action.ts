import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#db/client.ts';
import { auditEntries } from '#db/schema/audit.ts';
import type { AuditAction, AuditFacts, AuditSubject } from '#shared/audit.ts';
import type { Actor } from '#shared/users.ts';

/** One action of an admin's, as the audit keeps it. */
export interface RecordedAction {
  action: AuditAction;
  subject: AuditSubject;
  /** Left out for what there is one of, such as the settings. */
  subjectId?: number;
  /** The name in the audit and its search: a service's name, a transaction ID. Cut to 200. */
  subjectName?: string;
  /** The customer concerned. */
  userId?: number;
  /** Null where nothing existed. */
  before: object | null;
  /** Null where nothing is left. May hold more than `before`, such as a refunded amount. */
  after: object | null;
  reason?: string | null | undefined;
}

const MAX_NAME_LENGTH = 200;
/** An import of thousands takes neither thousands of statements nor one that blocks others. */
const ROWS_PER_STATEMENT = 250;

/**
 * Records an admin's action within the action's own transaction. Keeps only the fields that differ; no difference, no entry.
 * @param actor null for a command on the server
 * @throws Error where a field is named like a secret
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
    // Cut in the middle of a character, what is left of it can't be stored.
    subjectName: subjectName.slice(0, MAX_NAME_LENGTH).toWellFormed(),
    before: old,
    after: now,
    reason: reason || null,
  };
}

const SECRET = /password|hash|token|secret/i;

/** Plain JSON: dates as texts, nothing undefined. */
function plainFacts(facts: object): AuditFacts {
  const text = JSON.stringify(facts, (name, value: unknown) => {
    if (SECRET.test(name)) throw new Error(`The audit keeps no secrets, and one was given as ${name}`);
    return value;
  });
  return JSON.parse(text) as AuditFacts;
}

function onlyChanged(before: AuditFacts, after: AuditFacts): { before: AuditFacts; after: AuditFacts } {
  const differs = (name: string) => !isDeepStrictEqual(before[name], after[name]);
  const pick = (facts: AuditFacts) => Object.fromEntries(Object.entries(facts).filter(([name]) => differs(name)));
  return { before: pick(before), after: pick(after) };
}
