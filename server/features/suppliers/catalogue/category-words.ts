import { asc, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { categoryWords } from '#db/schema/supplier-catalogue.ts';
import { recordAction } from '#server/base/audit/record-action.ts';
import { fieldError } from '#server/base/errors.ts';
import { assertAdmin } from '#server/base/identity/assert-admin.ts';
import { readCategories } from '#server/base/lists/categories.ts';
import type { CategoryWordList, SetCategoryWordsInput } from '#shared/supplier-rules.ts';
import type { Actor } from '#shared/users.ts';
import { assertSeen, changesOf, versionOf } from '../../../suppliers/word-tables.ts';

type Words = CategoryWordList['words'];

/** The words that decide the category of a supplier's line. Admins only. */
export async function listCategoryWords(db: Db, actor: Actor): Promise<CategoryWordList> {
  assertAdmin(actor);
  return asList(await readWords(db));
}

/**
 * Replaces the whole table of words. Services that exist keep their category. Admins only.
 * @param input `expectedVersion` is that of the words that the admin saw; a retry succeeds without a change
 * @throws DomainError `settings_changed` if another admin changed them, `bad_input` for a category that does not exist
 */
export async function setCategoryWords(
  db: Db,
  actor: Actor,
  { words: typed, expectedVersion }: SetCategoryWordsInput,
): Promise<CategoryWordList> {
  assertAdmin(actor);
  return db.transaction(async (tx) => {
    const { bySlug } = await readCategories(tx);
    const words = typed.map(({ word, category }) => {
      const found = bySlug.get(category);
      if (!found) throw fieldError('bad_input', 'words', `There is no category ${category}`);
      return { word, category: found.slug };
    });
    // Two admins who change it at the same time run one after the other.
    await tx.execute(sql`lock table category_words in share row exclusive mode`);
    const before = await readWords(tx);
    assertSeen(before, { words, expectedVersion }, lineOf);
    const next = new Set(words.map(({ word }) => word));
    const left = before.filter(({ word }) => !next.has(word)).map(({ word }) => word);
    const stored = new Set(before.map(lineOf));
    const changed = words.filter((each) => !stored.has(lineOf(each)));
    if (left.length > 0) await tx.delete(categoryWords).where(inArray(categoryWords.word, left));
    if (changed.length > 0)
      await tx
        .insert(categoryWords)
        .values(changed)
        .onConflictDoUpdate({ target: categoryWords.word, set: { category: sql`excluded.category` } });
    const after = await readWords(tx);
    const changes = changesOf(before.map(lineOf), after.map(lineOf));
    await recordAction(tx, actor, { action: 'supplier.setCategoryWords', subject: 'catalogue', ...changes });
    return asList(after);
  });
}

function readWords(db: Db | Tx): Promise<Words> {
  const { word, category } = categoryWords;
  return db.select({ word, category }).from(categoryWords).orderBy(asc(word));
}

function asList(words: Words): CategoryWordList {
  return { words, version: versionOf(words) };
}

/** As texts, because the words themselves can't be names of fields in the audit. */
const lineOf = ({ word, category }: Words[number]) => `${word}: ${category}`;
