import { z } from 'zod';
import { id } from './numbers.ts';
import { text } from './text.ts';

/** The columns of a catalogue file, by header. */
export const catalogueColumns = [
  'id',
  'externalId',
  'name',
  'category',
  'description',
  'price',
  'min',
  'max',
  'avgTime',
  'image',
  'hidden',
  'type',
  'refillDays',
  'cancel',
  'speedUp',
  'nameBn',
] as const;
export type CatalogueColumn = (typeof catalogueColumns)[number];

/** What a column of another panel's file can be: one of ours, or both limits in one. */
export const fileColumns = [...catalogueColumns, 'minMax'] as const;
export type FileColumn = (typeof fileColumns)[number];

/** The longest file in characters, most of which take one byte. */
export const MAX_CATALOGUE_CHARACTERS = 2 * 1024 * 1024;
/** The longest file in lines, without the header. */
export const MAX_CATALOGUE_LINES = 5000;
/** Longer headers are cut. */
export const MAX_HEADER = 100;

const header = text({ max: [MAX_HEADER + 10, 'The file has no such header'], keepsSpaces: true }).optional();
/** The headers that stand for our columns. */
export const columnMapping = z.strictObject(
  Object.fromEntries(fileColumns.map((name) => [name, header])) as Record<FileColumn, typeof header>,
);
export type ColumnMapping = z.output<typeof columnMapping>;

export const importServicesInput = z
  .strictObject({
    /** The file's text. */
    csv: text({
      missing: 'The file is empty',
      max: [MAX_CATALOGUE_CHARACTERS, 'The file must be at most 2 MB'],
      keepsSpaces: true,
    }),
    /** False returns only the preview. */
    apply: z.boolean(),
    /** Without it the headers decide: our own, those of an earlier mapping, or the usual ones of other panels. */
    mapping: columnMapping.optional(),
    /** Whether the lines without errors are written although others have some. */
    skipFaulty: z.boolean().optional(),
    /** Hash of the preview to apply. */
    previewHash: text({ max: [64], form: [/^[0-9a-f]*$/, 'This is no preview'] }).optional(),
  })
  .refine(({ apply, previewHash }) => !apply || previewHash !== undefined, {
    path: ['previewHash'],
    message: 'Look at the preview first',
  });
export type ImportServicesInput = z.output<typeof importServicesInput>;

/** The outcome of one line. */
export const importKinds = ['create', 'update', 'unchanged', 'error'] as const;

const column = z.enum(catalogueColumns);

export const importedLine = z.object({
  /** As in a spreadsheet: the header is line 1. */
  line: z.int(),
  kind: z.enum(importKinds),
  /** The changed or created service. */
  id: id.nullable(),
  name: z.string(),
  /** Long texts are cut to where they begin to differ. For a new service: only external id, category, price, limits and type. */
  changes: z.array(z.object({ field: column, from: z.string().nullable(), to: z.string().nullable() })),
  /** Why the line is refused, and in which column, if any. */
  messages: z.array(z.object({ field: column.nullable(), message: z.string() })),
});
export type ImportedLine = z.output<typeof importedLine>;

export const importedColumn = z.object({
  /** As in the file; numbered where it is there twice or empty. */
  header: z.string(),
  /** Its first cell with a text. */
  sample: z.string(),
  /** Null for a column that is not used. */
  column: z.enum(fileColumns).nullable(),
});
export type ImportedColumn = z.output<typeof importedColumn>;

/** The headers of the columns that are used. */
export function mappingOf(columns: ImportedColumn[]): ColumnMapping {
  return Object.fromEntries(columns.flatMap((each) => (each.column ? [[each.column, each.header]] : [])));
}

export const importedServices = z.object({
  /** The columns of the file, in its order. */
  columns: z.array(importedColumn),
  /** What decided: our own headers, the mapping of the input, the one of an earlier import, or the usual headers. */
  columnsFrom: z.enum(['headers', 'mapping', 'remembered', 'guess']),
  lines: z.array(importedLine),
  counts: z.record(z.enum(importKinds), z.int()),
  /** Hash of this preview; must be sent to apply it. */
  previewHash: z.string(),
  applied: z.boolean(),
});
export type ImportedServices = z.output<typeof importedServices>;
