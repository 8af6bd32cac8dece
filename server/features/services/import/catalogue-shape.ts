import { sql } from 'drizzle-orm';
import { services } from '#db/schema/services.ts';
import type { CatalogueColumn } from '#shared/catalogue-file.ts';
import { decimalFromMicros, micros, parsePrice } from '#shared/money.ts';
import { ruleOf, typeNamed } from '#shared/service-types.ts';
import type { ServiceFields } from '#shared/services.ts';

/** The fields of a service in a file. */
export type CatalogueFields = ServiceFields & { externalId: string | null; hidden: boolean; nameBn: string | null };

/** A service as stored in the database. */
export interface CatalogueRow extends CatalogueFields {
  id: number;
  /** Whether it has a source. */
  forwarded: boolean;
  deletedAt: Date | null;
}

/** The field of each column of the file, in the file's order. The id only identifies the service. */
export const fieldOfColumn = {
  externalId: 'externalId',
  name: 'name',
  category: 'category',
  description: 'description',
  price: 'priceMicros',
  min: 'min',
  max: 'max',
  avgTime: 'avgTimeHours',
  image: 'image',
  hidden: 'hidden',
  type: 'type',
  refillDays: 'refillDays',
  cancel: 'cancel',
  speedUp: 'speedUp',
  nameBn: 'nameBn',
} as const satisfies Record<Exclude<CatalogueColumn, 'id'>, keyof CatalogueFields>;

export type FilledColumn = keyof typeof fieldOfColumn;
export const filledColumns = Object.keys(fieldOfColumn) as FilledColumn[];

/** The columns of the table, for reading. */
export const catalogueRowColumns = {
  id: services.id,
  externalId: services.externalId,
  name: services.name,
  category: services.category,
  description: services.description,
  priceMicros: services.priceMicros,
  min: services.min,
  max: services.max,
  avgTimeHours: services.avgTimeHours,
  image: services.image,
  hidden: services.hidden,
  type: services.type,
  refillDays: services.refillDays,
  cancel: services.cancel,
  speedUp: services.speedUp,
  nameBn: services.nameBn,
};

/** The columns of the table for writing in SQL: as names, and as columns of a record set. */
const written = [...filledColumns.map((column) => services[fieldOfColumn[column]]), services.per];
export const writtenNames = written.map(({ name }) => name);
export const writtenRecord = sql.raw(written.map((column) => `${column.name} ${column.getSQLType()}`).join(', '));

/** The fields, by the names in {@link writtenNames}. */
export function recordOf(fields: CatalogueFields): Record<string, unknown> {
  const record: Record<string, unknown> = { [services.per.name]: ruleOf(fields.type).per };
  for (const column of filledColumns) record[services[fieldOfColumn[column]].name] = fields[fieldOfColumn[column]];
  return record;
}

/** The fields of a form's input, without the identifiers. */
export function formFieldsOf(input: ServiceFields): ServiceFields & Pick<CatalogueFields, 'nameBn'> {
  const { name, image, description, category, priceMicros, min, max, avgTimeHours, type, ...others } = input;
  const { refillDays, cancel, speedUp, nameBn = null } = others;
  const permissions = { refillDays, cancel, speedUp, nameBn: nameBn || null };
  return { name, image, description, category, priceMicros, min, max, avgTimeHours, type, ...permissions };
}

/** Why a line is refused, with the column if it is a column's problem. */
export interface LineMessage {
  field: CatalogueColumn | null;
  message: string;
}

/** The cells of a line by column; a column that the file lacks is missing. */
export interface CatalogueCells {
  line: number;
  cells: Partial<Record<CatalogueColumn, string>>;
  /** Those of a new service where the line has none. */
  ifNew?: CatalogueCells['cells'];
  messages: LineMessage[];
}

interface Line {
  line: number;
}

/** The planned outcome of a line. */
export type PlannedLine = Line &
  (
    | { kind: 'create'; fields: CatalogueFields }
    | { kind: 'update'; fields: CatalogueFields; current: CatalogueRow; changed: FilledColumn[] }
    | { kind: 'unchanged'; current: CatalogueRow }
    | { kind: 'error'; name: string; messages: LineMessage[] }
  );

/** Spellings in spreadsheets. */
const yesOrNo = new Map([
  ...['yes', 'true', '1'].map((word) => [word, true] as const),
  ...['no', 'false', '0'].map((word) => [word, false] as const),
]);

/** A cell as input for the form's rules. A text that is not a number stays as it is, so that the rules refuse it. */
export function typedCell(column: FilledColumn, cell: string): unknown {
  const text = cell.trim();
  switch (column) {
    case 'price':
      // No commas: some use them as a decimal point, and this is money.
      return text.includes(',') ? text : (parsePrice(text) ?? text);
    case 'min':
    case 'max':
    case 'avgTime':
    case 'refillDays':
      // No period is an empty cell.
      if (text === '' && column === 'refillDays') return null;
      return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
    case 'category':
      return text.toLowerCase();
    case 'type':
      return typeNamed(text) ?? text;
    case 'hidden':
    case 'cancel':
    case 'speedUp':
      return yesOrNo.get(text.toLowerCase()) ?? text;
    case 'externalId':
    case 'nameBn':
    case 'image':
      return text === '' ? null : text;
    default:
      return text.replaceAll('\r\n', '\n');
  }
}

/** A field as a cell in a file. */
export function cellOf(fields: CatalogueFields, column: FilledColumn): string | null {
  const value = fields[fieldOfColumn[column]];
  if (value === null) return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return column === 'price' ? decimalFromMicros(micros(Number(value))) : String(value);
}
