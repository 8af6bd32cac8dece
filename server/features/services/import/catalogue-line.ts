import type { CatalogueColumn } from '../../../../shared/catalogue-file.ts';
import type { ServiceFields } from '../../../../shared/services.ts';

/** What a file says of one service. */
export type CatalogueFields = ServiceFields & { externalId: string | null; hidden: boolean };

/** A service as the database has it. */
export interface CatalogueRow extends CatalogueFields {
  id: number;
  deletedAt: Date | null;
}

/** Which field a column of the file fills; the id only names the service. */
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
} as const satisfies Record<Exclude<CatalogueColumn, 'id'>, keyof CatalogueFields>;

export type FilledColumn = keyof typeof fieldOfColumn;
export const filledColumns = Object.keys(fieldOfColumn) as FilledColumn[];

/** Why a line can't be taken, beside a column where it is that column's. */
export interface LineMessage {
  field: CatalogueColumn | null;
  message: string;
}

interface Line {
  line: number;
}

/** What is to become of a line. */
export type PlannedLine = Line &
  (
    | { kind: 'create'; fields: CatalogueFields }
    | { kind: 'update'; fields: CatalogueFields; current: CatalogueRow; changed: FilledColumn[] }
    | { kind: 'unchanged'; current: CatalogueRow }
    | { kind: 'error'; name: string; messages: LineMessage[] }
  );
