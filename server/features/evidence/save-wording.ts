import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { evidence, wordings } from '#db/schema/evidence.ts';
import { MOST_TRIED, type SaveWordingInput, type Wording, type WordingTrial } from '#shared/evidence.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError, fieldError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { assertReauthenticated } from '../../base/identity/assert-reauthenticated.ts';
import { writeMailToAdmins } from '../../base/mail/write-mail.ts';
import { hasClaim } from '../../base/queue/claims.ts';
import { lower, normalized, readPattern } from './pattern.ts';
import { type KnownWording, readMessage } from './read-message.ts';
import { readWordings } from './wording-rows.ts';

/** Fields without which money in proves nothing. */
const NEEDED = ['amount', 'id', 'at'] as const;

/**
 * Adds a wording, or a newer version of one, and has the latest messages that were not understood read again. Mails every admin: a
 * wording decides what counts as a payment. The same one again is the first. Admins only.
 * @throws DomainError `reauthentication_required`, `not_found`, `bad_input` beside `pattern`, or beside `examples` where one is not read
 */
export async function saveWording(
  { db, config, events, wakeMailer }: Pick<Deps, 'db' | 'config' | 'events' | 'wakeMailer'>,
  actor: Actor,
  { id, ...fields }: SaveWordingInput,
): Promise<Wording> {
  assertAdmin(actor);
  assertReauthenticated(actor);
  assertReads(fields);
  const saved = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('wordings', 0))`);
    const known = await readWordings(tx);
    const same = known.find(({ id: _id, addedAt: _addedAt, ...each }) => isDeepStrictEqual(each, fields));
    // A retry, or no change.
    if (same) return same;
    if (id !== undefined && !known.some((each) => each.id === id)) throw new DomainError('not_found');
    assertAlone(
      fields,
      known.filter((each) => each.id !== id),
    );
    const before = id === undefined ? undefined : await retire(tx, id);
    const [row] = await tx
      .insert(wordings)
      .values({ ...fields, addedBy: actor.id })
      .returning();
    if (!row) throw new Error('The insert of a wording returned no row');
    const latest = tx
      .select({ id: evidence.id })
      .from(evidence)
      .where(
        and(
          or(eq(evidence.state, 'not_understood'), isOfSenders(fields.senders)),
          sql`not ${hasClaim('messages', sql`${evidence.id}`)}`,
        ),
      )
      .orderBy(desc(evidence.id))
      .limit(MOST_TRIED);
    await tx.update(evidence).set({ state: null, reason: null, dueAt: sql`now()` }).where(inArray(evidence.id, latest));
    await recordAction(tx, actor, {
      action: before ? 'wording.update' : 'wording.create',
      subject: 'wording',
      subjectId: row.id,
      subjectName: `${row.provider} ${row.kind}`,
      before: before ?? null,
      after: fields,
    });
    await writeMailToAdmins(tx, changedMail(config.publicUrl, { wordingId: row.id, adminId: actor.id }));
    return row;
  });
  events.publish('evidence');
  wakeMailer();
  return saved;
}

/** What a wording would change among the latest messages that were read. Admins only. @throws DomainError as {@link saveWording} */
export async function tryWording(db: Db, actor: Actor, { id, ...fields }: SaveWordingInput): Promise<WordingTrial> {
  assertAdmin(actor);
  assertReads(fields);
  const [known, messages] = await Promise.all([
    readWordings(db),
    db
      .select({ sender: evidence.sender, text: evidence.text, state: evidence.state, reason: evidence.reason })
      .from(evidence)
      .where(isNotNull(evidence.state))
      .orderBy(desc(evidence.id))
      .limit(MOST_TRIED),
  ]);
  const after = [...known.filter((each) => each.id !== id), { ...fields, id: 0 }];
  const trial = { tried: messages.length, understood: 0, doubled: 0 };
  for (const message of messages) {
    const read = readMessage(message, after);
    if ('wordingId' in read && read.wordingId === 0 && wasNotRead(message)) trial.understood += 1;
    if ('reason' in read && read.reason === 'several_wordings') trial.doubled += 1;
  }
  return trial;
}

/** Messages of senders that no wording has had. */
function isOfSenders(senders: string[]) {
  const names = senders.map((sender) => sender.toLowerCase());
  return and(eq(evidence.reason, 'foreign_sender'), inArray(sql`lower(${evidence.sender})`, names));
}

const wasNotRead = ({ state, reason }: { state: string | null; reason: string | null }) =>
  state === 'not_understood' || reason === 'foreign_sender';

/** @throws DomainError `bad_input` */
function assertReads(fields: Omit<SaveWordingInput, 'id'>): void {
  const pattern = readPattern(fields.pattern);
  if ('problem' in pattern) throw fieldError('bad_input', 'pattern', pattern.problem);
  const names = pattern.flatMap((token) => ('field' in token ? [token.field] : []));
  const missing = fields.direction === 'in' ? NEEDED.find((name) => !names.includes(name)) : undefined;
  if (missing) throw fieldError('bad_input', 'pattern', `Money in needs the field {${missing}}`);
  const own: KnownWording = { ...fields, id: 0 };
  for (const [at, text] of fields.examples.entries()) {
    const read = readMessage({ sender: fields.senders[0] ?? '', text }, [own]);
    if ('reason' in read) throw fieldError('bad_input', 'examples', `The wording does not fit example ${at + 1}`);
  }
}

/** Two wordings that fit one message would make it not understood. @throws DomainError `bad_input` */
function assertAlone({ pattern, senders, examples }: Omit<SaveWordingInput, 'id'>, others: Wording[]): void {
  const plain = (text: string) => lower(normalized(text).text);
  if (others.some((other) => plain(other.pattern) === plain(pattern))) {
    throw fieldError('bad_input', 'pattern', 'There is this wording already');
  }
  const doubled = examples.findIndex((text) =>
    senders.some((sender) => {
      const read = readMessage({ sender, text }, others);
      return 'wordingId' in read || read.reason === 'several_wordings';
    }),
  );
  if (doubled >= 0) throw fieldError('bad_input', 'examples', `Another wording fits example ${doubled + 1}, too`);
}

/** The former version stays for what it has read. */
async function retire(tx: Tx, id: number): Promise<Omit<SaveWordingInput, 'id'>> {
  const { provider, kind, direction, senders, pattern, examples } = wordings;
  const [before] = await tx
    .update(wordings)
    .set({ retiredAt: sql`now()` })
    .where(and(eq(wordings.id, id), isNull(wordings.retiredAt)))
    .returning({ provider, kind, direction, senders, pattern, examples });
  if (!before) throw new Error(`Wording ${id} has disappeared`);
  return before;
}

function changedMail(panel: string, { wordingId, adminId }: { wordingId: number; adminId: number }) {
  return {
    subject: `A wording of payment messages was changed (${wordingId})`,
    body: `Hello,

the way in which the panel reads payment messages was changed, by wording ${wordingId}.

By admin ${adminId}: ${panel}/dashboard/users/${adminId}
Before and after: ${panel}/dashboard/audit?subject=wording&id=${wordingId}

If no admin of yours did this, block that admin and end their sessions at once.
`,
  };
}
