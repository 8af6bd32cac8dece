import type { z } from 'zod';
import type { Db } from '#db/client.ts';
import type { Reads } from '#db/reads/reads.ts';
import type { Actor } from '#shared/users.ts';
import { type CsvColumn, csvHead, csvLines } from './csv.ts';

/** Rows per statement. It bounds the memory of a file and the duration of a statement. */
const ROWS_AT_ONCE = 500;

interface Page<Row> {
  items: Row[];
  nextCursor: string | null;
}

interface Definition<Schema extends z.ZodObject, Row> {
  /** The list's own filters. */
  input: Schema;
  /** The verb of the list on screen, so that file and list have the same rows. */
  read: (db: Db, actor: Actor, input: z.output<Schema> & Paging) => Promise<Page<Row>>;
  columns: readonly CsvColumn<Row>[];
}

interface Paging {
  cursor: string | null;
  limit: number;
}

/** A list that can be exported as a file. */
export interface Export<Schema extends z.ZodObject = z.ZodObject> {
  input: Schema;
  /**
   * Reads the first rows, so that an error comes before any output. Calls `assertAllowed` before each further page. Each page may come
   * from another server: it begins after the last row of the page before.
   * @throws ZodError, DomainError
   */
  open: (
    reads: Reads,
    actor: Actor,
    input: unknown,
    assertAllowed: () => Promise<void>,
  ) => Promise<AsyncGenerator<string>>;
}

/** Declares an export. */
export function createExport<Schema extends z.ZodObject, Row>(definition: Definition<Schema, Row>): Export<Schema> {
  const { input: schema, read, columns } = definition;
  return {
    input: schema,
    async open(reads, actor, input, assertAllowed) {
      const filters = schema.parse(input);
      const readAfter = (cursor: string | null) =>
        reads.run((db) => read(db, actor, { ...filters, cursor, limit: ROWS_AT_ONCE }));
      const first = await readAfter(null);
      return write(first);

      async function* write(firstPage: Page<Row>): AsyncGenerator<string> {
        yield csvHead(columns);
        let page = firstPage;
        for (;;) {
          if (page.items.length > 0) yield csvLines(columns, page.items);
          if (page.nextCursor === null) return;
          await assertAllowed();
          page = await readAfter(page.nextCursor);
        }
      }
    },
  };
}
