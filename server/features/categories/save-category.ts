import { eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { categories } from '#db/schema/categories.ts';
import { MAX_CATEGORIES, MAX_CATEGORY, type SaveCategoryInput, type ShopCategory } from '#shared/shop-categories.ts';
import type { Actor } from '#shared/users.ts';
import type { RecordedAction } from '../../base/audit/record-action.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { fieldError } from '../../base/errors.ts';
import { type Category, makeCategories } from '../../base/lists/categories.ts';
import { changeCategories, existing, type Locked, recorded } from './change-categories.ts';

/**
 * Makes a category, or gives one another name or another top; its services go with it. Admins only.
 * @throws DomainError `not_found`, `bad_input` for a slug that is taken or would change, and for a third level
 */
export async function saveCategory(deps: WriteDeps, actor: Actor, input: SaveCategoryInput): Promise<ShopCategory> {
  const { changed } = await changeCategories(deps, actor, (tx, locked) =>
    input.id === undefined ? create(tx, locked, input) : update(tx, locked, existing(locked, input.id), input),
  );
  return changed;
}

async function create(
  tx: Tx,
  locked: Locked,
  { parentId, name, nameBn = null, ...typed }: SaveCategoryInput,
): Promise<RecordedAction> {
  const parent = topOf(locked, parentId ?? null);
  const slug = typed.slug ?? slugFrom(parent ? `${parent.slug} ${name}` : name);
  if (locked.inOrder.length >= MAX_CATEGORIES)
    throw fieldError('bad_input', 'name', `At most ${MAX_CATEGORIES} categories`);
  if (slug === '') throw fieldError('bad_input', 'slug', 'Write an address in Latin letters, such as spotify');
  const [made] = await makeCategories(tx, [{ slug, parent: parent?.slug ?? null, name, nameBn }]);
  if (!made) throw fieldError('bad_input', 'slug', `The address ${slug} is taken`);
  const [row] = await tx.select({ id: categories.id }).from(categories).where(eq(categories.slug, slug));
  if (!row) throw new Error(`The category ${slug} was made and is not there`);
  return recorded('category.create', { id: row.id, name }, null, { slug, parent: parent?.slug ?? null, name, nameBn });
}

async function update(tx: Tx, locked: Locked, before: Category, input: SaveCategoryInput): Promise<RecordedAction> {
  const { name, nameBn = before.nameBn, slug, parentId } = input;
  if (slug !== undefined && slug !== before.slug)
    throw fieldError('bad_input', 'slug', `The address stays ${before.slug}, so that links lead on`);
  const parent = parentId === undefined ? before.parent : (topOf(locked, parentId)?.slug ?? null);
  if (parent === before.slug) throw fieldError('bad_input', 'parentId', 'A category can not be in itself');
  if (parent !== null && before.slug === 'feature') throw fieldError('bad_input', 'parentId', 'Feature stays a top');
  if (parent !== null && locked.inOrder.some((each) => each.parent === before.slug))
    throw fieldError('bad_input', 'parentId', 'It has kinds of its own. Move them first');
  await tx.update(categories).set({ name, nameBn, parent }).where(eq(categories.id, before.id));
  return recorded(
    'category.update',
    { id: before.id, name },
    { name: before.name, nameBn: before.nameBn, parent: before.parent },
    { name, nameBn, parent },
  );
}

/** @throws DomainError `bad_input` beside `parentId` if a category can't be in it */
function topOf({ byId }: Locked, id: number | null): Category | null {
  if (id === null) return null;
  const top = byId.get(id);
  if (!top) throw fieldError('bad_input', 'parentId', 'There is no such category');
  if (top.parent !== null) throw fieldError('bad_input', 'parentId', `${top.name} is a kind itself. Choose its top`);
  if (top.slug === 'feature') throw fieldError('bad_input', 'parentId', 'Feature has no kinds');
  return top;
}

/** A name in small Latin letters, digits and hyphens. */
function slugFrom(name: string): string {
  const letters =
    name
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return letters.join('-').slice(0, MAX_CATEGORY).replace(/-$/, '');
}
