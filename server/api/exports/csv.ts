import { stringify } from 'csv-stringify/sync';
import { decimalFromMicros, decimalFromNanos, type Micros, micros, type Nanos, nanos } from '#shared/money.ts';
import { decimalOfSum, type MoneySum, moneySum } from '#shared/money-sum.ts';
import { defuseFormula } from '#shared/spreadsheet-text.ts';

/** A column of a file; money is written with all digits. */
export type CsvColumn<Row> = { header: string } & (
  | { value: (row: Row) => string | number | Date | null }
  | { nanos: (row: Row) => Nanos | null }
  | { priceMicros: (row: Row) => Micros }
  | { sum: (row: Row) => MoneySum }
);

/** The beginning of a file: the byte order mark by which spreadsheets recognize UTF-8, and the header. */
export function csvHead<Row>(columns: readonly CsvColumn<Row>[]): string {
  return stringify([columns.map(({ header }) => header)], { ...FORM, bom: true });
}

/** Rows as lines of a file. */
export function csvLines<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const writers = columns.map(writerOf);
  const cells = rows.map((row) => writers.map(({ read }) => read(row)));
  return stringify(cells, {
    ...FORM,
    cast: {
      // Only texts: a negative number stays a number.
      string: defuseFormula,
      date: (moment) => moment.toISOString(),
      number: (value, { index }) => writers[index]?.digits(value) ?? '',
      bigint: (value) => decimalOfSum(moneySum(value)),
    },
  });
}

/** Formats the numbers of a cell. */
function writerOf<Row>(column: CsvColumn<Row>) {
  if ('nanos' in column) return { read: column.nanos, digits: (value: number) => decimalFromNanos(nanos(value)) };
  if ('priceMicros' in column) {
    return { read: column.priceMicros, digits: (value: number) => decimalFromMicros(micros(value)) };
  }
  if ('sum' in column) return { read: (row: Row) => BigInt(column.sum(row)), digits: String };
  return { read: column.value, digits: String };
}

/** RFC 4180. Texts are quoted, so that no program reads them as anything else. */
const FORM = { record_delimiter: 'windows', quoted_string: true } as const;
