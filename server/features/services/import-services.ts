import { setImmediate as othersTurn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { v5 as uuidv5 } from 'uuid';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Db, Tx } from '#db/client.ts';
import { isUniqueViolation } from '#db/errors.ts';
import {
  type ImportedLine,
  type ImportedServices,
  type ImportServicesInput,
  importedLine,
  importedServices,
} from '#shared/catalogue-file.ts';
import type { Actor } from '#shared/users.ts';
import { recordActions } from '../../base/audit/record-action.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { countAttempt } from '../../base/limits/rate-limit.ts';
import { reviewSources } from '../../suppliers/catalogue/review-sources.ts';
import type { PlannedLine } from './import/catalogue-shape.ts';
import { judgeLines } from './import/judge-lines.ts';
import { readNamedServices } from './import/named-services.ts';
import { countKinds, hashLines, presentLines } from './import/present-lines.ts';
import { type CatalogueCells, readCells } from './import/read-cells.ts';
import { insertServices, updateServices } from './import/write-catalogue.ts';

const PER_ADMIN = { limit: 100, windowSeconds: 600 };
/** The UUID namespace for request ids of new services, derived from preview and line. */
const KEY_SPACE = '6f0c2d0e-9b57-4b52-8d0b-0c6a1c1f7a11';

/** Lines of the response parsed per turn of the event loop. */
const LINES_AT_ONCE = 100;

interface Plan {
  lines: PlannedLine[];
  previewHash: string;
}

/**
 * Imports a catalogue file: a line with a known id or external id updates that service, any other creates one, with the rules of the
 * forms. With `apply` all lines are written or none; a preview applied again writes nothing more. Admins only.
 * @throws DomainError `bad_input` for `csv` if the file is invalid or, with `apply`, a line is refused; `catalogue_changed` if the
 * result differs from `previewHash`; `too_many_requests`
 */
export async function importServices(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  actor: Actor,
  { csv, apply, previewHash }: ImportServicesInput,
): Promise<ImportedServices> {
  assertAdmin(actor);
  await countAttempt(db, `import:${actor.id}`, PER_ADMIN);
  const cells = await readCells(csv);
  if (!apply) return present(await planLines(db, cells, { lock: false }), false);
  const applied = await applyInOne(db, actor, cells, previewHash);
  events.publish('services');
  return applied;
}

/** Parses the response by its schema, some lines per turn, because thousands take long. */
export async function parseImported(answer: unknown): Promise<ImportedServices> {
  const { lines, ...rest } = answer as ImportedServices;
  const parsed: ImportedLine[] = [];
  for (const [index, line] of lines.entries()) {
    if (index % LINES_AT_ONCE === 0) await othersTurn();
    parsed.push(importedLine.parse(line));
  }
  return { ...importedServices.omit({ lines: true }).parse(rest), lines: parsed };
}

async function applyInOne(
  db: Db,
  actor: Actor,
  cells: CatalogueCells[],
  previewHash: string | undefined,
): Promise<ImportedServices> {
  try {
    return await db.transaction(async (tx) => {
      // One at a time, so that each import is checked against the result of the one before.
      await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.catalogueFile})`);
      const plan = await planLines(tx, cells, { lock: true });
      if (plan.previewHash !== previewHash) {
        if (await wasApplied(tx, actor, plan, previewHash)) return present(plan, true);
        throw new DomainError('catalogue_changed');
      }
      assertWithoutErrors(plan);
      return present(plan, true, await writeLines(tx, actor, plan));
    });
  } catch (error) {
    // Another admin assigned one of the external ids between the read and the write.
    if (isUniqueViolation(error, 'services_external_id_key')) throw new DomainError('catalogue_changed');
    throw error;
  }
}

async function planLines(db: Db | Tx, cells: CatalogueCells[], options: { lock: boolean }): Promise<Plan> {
  const lines = await judgeLines(cells, await readNamedServices(db, cells, options));
  const [newest] = await db.execute<{ id: number }>(sql`select coalesce(max(id), 0)::float8 as id from services`);
  return { lines, previewHash: await hashLines(lines, newest?.id ?? 0) };
}

/**
 * Whether this import was already applied and the response lost: this preview has created services, or the file changes nothing any
 * more.
 */
async function wasApplied(tx: Tx, actor: Actor, { lines }: Plan, previewHash = ''): Promise<boolean> {
  if (lines.every(({ kind }) => kind === 'unchanged')) return true;
  const keys = lines.map(({ line }) => keyOf(previewHash, line));
  const [made] = await tx.execute(sql`
    select 1 from services where created_by = ${actor.id} and request_id = any(${sql.param(keys)}::uuid[]) limit 1`);
  return made !== undefined;
}

function assertWithoutErrors({ lines }: Plan): void {
  const { error } = countKinds(lines);
  if (error === 0) return;
  const message = `${error === 1 ? 'A line' : `${error} lines`} can't be taken. Nothing was written.`;
  throw new DomainError('bad_input', { message, fieldErrors: { csv: [message] } });
}

/** @returns the ids of new services by their lines */
async function writeLines(tx: Tx, actor: Actor, { lines, previewHash }: Plan): Promise<Map<number, number>> {
  const updated = lines.filter((line) => line.kind === 'update');
  const created = lines.filter((line) => line.kind === 'create');
  await updateServices(tx, updated);
  const madeIds = await insertServices(tx, actor, created, (line) => keyOf(previewHash, line));
  const recorded = { action: 'catalogue.import', subject: 'service' } as const;
  await recordActions(tx, actor, [
    ...updated.map(({ current, fields }) => {
      const { id, deletedAt: _, forwarded: __, ...before } = current;
      return { ...recorded, subjectId: id, subjectName: fields.name, before, after: fields };
    }),
    ...created.map(({ line, fields }) => {
      return { ...recorded, subjectId: madeIds.get(line) ?? 0, subjectName: fields.name, before: null, after: fields };
    }),
  ]);
  // A price may be below the cost at its supplier.
  const ids = updated.map(({ current }) => current.id);
  await reviewSources(tx, ids);
  return madeIds;
}

function keyOf(previewHash: string, line: number): string {
  return uuidv5(`${previewHash}:${line}`, KEY_SPACE);
}

async function present(
  { lines, previewHash }: Plan,
  applied: boolean,
  madeIds?: Map<number, number>,
): Promise<ImportedServices> {
  const presented = await presentLines(lines);
  for (const line of presented) line.id ??= madeIds?.get(line.line) ?? null;
  return { lines: presented, counts: countKinds(lines), previewHash, applied };
}
