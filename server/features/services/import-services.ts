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
import { splitSlug } from '#shared/market/categories.ts';
import type { Actor } from '#shared/users.ts';
import { recordActions } from '../../base/audit/record-action.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { countAttempt } from '../../base/limits/rate-limit.ts';
import { makeCategories, missingFor, readCategories } from '../../base/lists/categories.ts';
import { reviewSources } from '../../suppliers/catalogue/review-sources.ts';
import type { PlannedLine } from './import/catalogue-shape.ts';
import { judgeLines } from './import/judge-lines.ts';
import { readNamedServices } from './import/named-services.ts';
import { countKinds, hashLines, presentLines } from './import/present-lines.ts';
import { type CatalogueFile, readCells } from './import/read-cells.ts';
import { rememberMapping } from './import/remembered-mappings.ts';
import { insertServices, updateServices } from './import/write-catalogue.ts';

const PER_ADMIN = { limit: 100, windowSeconds: 600 };
/** The UUID namespace for request ids of new services, derived from preview and line. */
const KEY_SPACE = '6f0c2d0e-9b57-4b52-8d0b-0c6a1c1f7a11';

/** Lines of the response parsed per turn of the event loop. */
const LINES_AT_ONCE = 100;

interface Plan {
  lines: PlannedLine[];
  previewHash: string;
  file: CatalogueFile;
  skipFaulty: boolean;
}

/**
 * Imports a catalogue file: a line with a known id or external id updates that service, any other creates one, with the rules of the
 * forms. With `apply` all lines are written or none, or with `skipFaulty` those without errors; a preview applied again writes nothing
 * more. Admins only.
 * @throws DomainError `bad_input` for `csv` if the file is invalid or, with `apply`, a line is refused, and for `mapping`;
 * `catalogue_changed` if the result differs from `previewHash`; `too_many_requests`
 */
export async function importServices(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  actor: Actor,
  { apply, previewHash, skipFaulty = false, ...input }: ImportServicesInput,
): Promise<ImportedServices> {
  assertAdmin(actor);
  await countAttempt(db, `import:${actor.id}`, PER_ADMIN);
  const file = await readCells(db, input);
  if (!apply) return present(await planLines(db, file, { skipFaulty, lock: false }), false);
  const applied = await applyInOne(db, actor, file, { skipFaulty, previewHash });
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
  file: CatalogueFile,
  { skipFaulty, previewHash }: { skipFaulty: boolean; previewHash: string | undefined },
): Promise<ImportedServices> {
  try {
    return await db.transaction(async (tx) => {
      // One at a time, so that each import is checked against the result of the one before.
      await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.catalogueFile})`);
      const plan = await planLines(tx, file, { skipFaulty, lock: true });
      if (plan.previewHash !== previewHash) {
        if (await wasApplied(tx, actor, plan, previewHash)) return present(plan, true);
        throw new DomainError('catalogue_changed');
      }
      assertWithoutErrors(plan);
      if (file.from === 'mapping' || file.from === 'remembered') await rememberMapping(tx, file.columns);
      await makeMissing(tx, plan);
      return present(plan, true, await writeLines(tx, actor, plan));
    });
  } catch (error) {
    // Another admin assigned one of the external ids between the read and the write.
    if (isUniqueViolation(error, 'services_external_id_key')) throw new DomainError('catalogue_changed');
    throw error;
  }
}

/** Lines of another panel may be of categories that the shop lacks. */
async function makeMissing(tx: Tx, { lines }: Plan): Promise<void> {
  const { bySlug } = await readCategories(tx);
  const missing = lines.flatMap((line) =>
    line.kind === 'create' ? missingFor(...splitSlug(line.fields.category), bySlug) : [],
  );
  await makeCategories(tx, missing);
}

async function planLines(
  db: Db | Tx,
  file: CatalogueFile,
  { skipFaulty, lock }: { skipFaulty: boolean; lock: boolean },
): Promise<Plan> {
  const lines = await judgeLines(file.lines, await readNamedServices(db, file.lines, { lock }), skipFaulty);
  const [newest] = await db.execute<{ id: number }>(sql`select coalesce(max(id), 0)::float8 as id from services`);
  const used = file.columns.map(({ column }) => column);
  return { lines, file, skipFaulty, previewHash: await hashLines(lines, newest?.id ?? 0, [used, skipFaulty]) };
}

/**
 * Whether this import was already applied and the response lost: this preview has created services, or the file changes nothing any
 * more.
 */
async function wasApplied(tx: Tx, actor: Actor, { lines, skipFaulty }: Plan, previewHash = ''): Promise<boolean> {
  const { create, update, unchanged, error } = countKinds(lines);
  if (unchanged > 0 && create + update === 0 && (skipFaulty || error === 0)) return true;
  const keys = lines.map(({ line }) => keyOf(previewHash, line));
  const [made] = await tx.execute(sql`
    select 1 from services where created_by = ${actor.id} and request_id = any(${sql.param(keys)}::uuid[]) limit 1`);
  return made !== undefined;
}

function assertWithoutErrors({ lines, skipFaulty }: Plan): void {
  const { error } = countKinds(lines);
  if (error === 0 || (skipFaulty && error < lines.length)) return;
  const one = "A line can't be taken. Nothing was written.";
  const message = error === 1 ? one : `${error} lines can't be taken. Nothing was written.`;
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
  { lines, previewHash, file }: Plan,
  applied: boolean,
  madeIds?: Map<number, number>,
): Promise<ImportedServices> {
  const presented = await presentLines(lines);
  for (const line of presented) line.id ??= madeIds?.get(line.line) ?? null;
  const { columns, from: columnsFrom } = file;
  return { columns, columnsFrom, lines: presented, counts: countKinds(lines), previewHash, applied };
}
