import { z } from 'zod';
import { id, isLeftEmpty } from './numbers.ts';
import { text } from './text.ts';

export const noSuchCategory = 'There is no such category';
/** The longest slug, and the longest name. */
export const MAX_CATEGORY = 60;

const slugForm = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * The slug of a category. Whether the shop has it, the server says.
 * @param missing the message for a missing one
 */
export function categorySlug(missing: string) {
  return z
    .string({ error: ({ input }) => (isLeftEmpty(input) ? missing : noSuchCategory) })
    .min(1, missing)
    .max(MAX_CATEGORY, { error: noSuchCategory, abort: true })
    .regex(/^[a-z0-9-]*$/, noSuchCategory);
}

/** A category as customers see it. */
export const categoryCount = z.object({
  category: z.string(),
  /** Services on offer; of a top with those of its kinds. */
  count: z.int(),
  /** The slug of its top; null for a top. */
  parent: z.string().nullable(),
  name: z.string(),
  nameBn: z.string().nullable(),
  /** The platform that it is about; null where it is about none. */
  platform: z.string().nullable(),
});
export type CategoryCount = z.output<typeof categoryCount>;

/** A category as admins see it. */
export const shopCategory = z.object({
  id,
  slug: z.string(),
  /** The id of its top; null for a top. */
  parentId: id.nullable(),
  name: z.string(),
  nameBn: z.string().nullable(),
  hidden: z.boolean(),
  /** Services in it, without deleted ones, hidden ones included; of a top those of its kinds, too. */
  services: z.int(),
});
export type ShopCategory = z.output<typeof shopCategory>;
export const shopCategoryList = z.object({ items: z.array(shopCategory) });
export type ShopCategoryList = z.output<typeof shopCategoryList>;

const name = (missing?: string) =>
  text({ ...(missing && { missing }), max: [MAX_CATEGORY, `Name must be at most ${MAX_CATEGORY} characters`] });

export const saveCategoryInput = z
  .strictObject({
    /** Missing for a new one. */
    id: id.optional(),
    /** Of a new one; without it, it is made of the name. A slug never changes. */
    slug: text({
      max: [MAX_CATEGORY, `Address must be at most ${MAX_CATEGORY} characters`],
      form: [slugForm, 'The address takes small Latin letters, digits and single hyphens'],
    }).optional(),
    /** Null or, of a new one, missing for a top; missing leaves an old one where it is. */
    parentId: id.nullable().optional(),
    name: name('Name is required'),
    /** Missing leaves it; null or empty shows the other name. */
    nameBn: name()
      .nullable()
      .optional()
      .transform((typed) => (typed === undefined ? undefined : typed || null)),
  })
  .meta({ examples: [{ name: 'Spotify', nameBn: 'স্পটিফাই' }] });
export type SaveCategoryInput = z.output<typeof saveCategoryInput>;

export const mergeCategoriesInput = z
  .strictObject({ from: id, into: id })
  .refine(({ from, into }) => from !== into, 'A category can not be merged into itself')
  .meta({ examples: [{ from: 12, into: 3 }] });
export type MergeCategoriesInput = z.output<typeof mergeCategoriesInput>;

/** How many categories a shop may have. */
export const MAX_CATEGORIES = 2_000;

export const reorderCategoriesInput = z
  .strictObject({
    /** Categories of one level in their new order; others of it follow. */
    ids: z.array(id).min(1).max(MAX_CATEGORIES, `At most ${MAX_CATEGORIES} categories`),
  })
  .refine(({ ids }) => new Set(ids).size === ids.length, 'A category is there twice')
  .meta({ examples: [{ ids: [3, 2] }] });
export type ReorderCategoriesInput = z.output<typeof reorderCategoriesInput>;

export const setCategoryHiddenInput = z.strictObject({ id, hidden: z.boolean() });
export type SetCategoryHiddenInput = z.output<typeof setCategoryHiddenInput>;
