import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import type { ShopCategory, ShopCategoryList } from '#shared/shop-categories.ts';
import type { Actor } from '#shared/users.ts';
import { type RecordedAction, recordAction } from '../../base/audit/record-action.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { type Category, readCategories, type ShopCategories, shopCategories } from '../../base/lists/categories.ts';
import { listCategories } from './list-categories.ts';

/** The categories while nobody else can change them. */
export interface Locked extends ShopCategories {
  byId: ReadonlyMap<number, Category>;
}

/**
 * Changes categories one admin after the other.
 * @param change returns what the audit records, about the category that is returned as `changed`
 * @returns all of them afterwards
 */
export async function changeCategories(
  { db, events }: WriteDeps,
  actor: Actor,
  change: (tx: Tx, locked: Locked) => Promise<RecordedAction>,
): Promise<ShopCategoryList & { changed: ShopCategory }> {
  assertAdmin(actor);
  const { subjectId } = await db.transaction(async (tx) => {
    await tx.execute(sql`lock table categories in share row exclusive mode`);
    const all = await readCategories(tx);
    const entry = await change(tx, { ...all, byId: new Map(all.inOrder.map((each) => [each.id, each])) });
    await recordAction(tx, actor, entry);
    return entry;
  });
  shopCategories.forget(db);
  events.publish('services');
  const { items } = await listCategories(db, actor);
  const changed = items.find(({ id }) => id === subjectId);
  if (!changed) throw new DomainError('not_found');
  return { items, changed };
}

/** @throws DomainError `not_found` */
export function existing({ byId }: Pick<Locked, 'byId'>, id: number): Category {
  const found = byId.get(id);
  if (!found) throw new DomainError('not_found');
  return found;
}

/** What the audit records of a change of a category. */
export function recorded(
  action:
    | 'category.create'
    | 'category.update'
    | 'category.merge'
    | 'category.hide'
    | 'category.show'
    | 'category.reorder',
  { id, name }: Pick<Category, 'id' | 'name'>,
  before: object | null,
  after: object | null,
): RecordedAction {
  return { action, subject: 'category', subjectId: id, subjectName: name, before, after };
}
