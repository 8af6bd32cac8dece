import { z } from 'zod';
import { statementMapping, wordingFields } from './evidence.ts';
import { text } from './text.ts';

/** The longest file in characters, most of which take one byte. */
export const MAX_STATEMENT_CHARACTERS = 2 * 1024 * 1024;
/** The longest file in lines, without the header. */
export const MAX_STATEMENT_LINES = 20_000;
/** Refused lines that are named, and rows that are displayed. */
export const MOST_REFUSED = 20;
export const SAMPLE_ROWS = 5;

const { provider } = wordingFields;
export const statementProviderInput = z.strictObject({ provider });

export const importStatementInput = z.strictObject({
  provider,
  /** The file's text. */
  csv: text({
    missing: 'The file is empty',
    max: [MAX_STATEMENT_CHARACTERS, 'The file must be at most 2 MB'],
    keepsSpaces: true,
  }),
  mapping: statementMapping,
  /** False returns only the preview. */
  apply: z.boolean(),
});
export type ImportStatementInput = z.output<typeof importStatementInput>;

const statementRow = z.object({
  at: z.date(),
  reference: z.string(),
  amountPoisha: z.int(),
  payer: z.string().nullable(),
});
export type StatementRow = z.output<typeof statementRow>;

export const importedStatement = z.object({
  /** All lines; those that are neither added, known nor skipped are refused. */
  rows: z.int(),
  added: z.int(),
  /** Payments whose transaction ID is stored already, or stands in the file before. */
  known: z.int(),
  /** Lines without money in. */
  skipped: z.int(),
  /** The first {@link MOST_REFUSED}; the header is line 1. */
  refused: z.array(z.object({ line: z.int(), problem: z.string() })),
  sample: z.array(statementRow),
});
export type ImportedStatement = z.output<typeof importedStatement>;

export const statementMappingOut = statementMapping.nullable();
