import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { SupplierOrder } from '#server/testing/supplier-server.ts';

const line = z.object({
  id: z.string(),
  order: z.object({
    service: z.string(),
    link: z.string(),
    quantity: z.number(),
    comments: z.string().optional(),
    requestId: z.string().optional(),
    status: z.string(),
    charge: z.number(),
    startCount: z.number(),
    remains: z.number(),
  }),
}) satisfies z.ZodType<{ id: string; order: SupplierOrder }>;

/** The file of a supplier's orders in a folder. */
export function journalIn(folder: string): string {
  return join(folder, 'orders.jsonl');
}

/** Appends an order's state. It is in the file when this returns, so that a killed supplier has it again. */
export function appendOrder(file: string, id: string, order: SupplierOrder): void {
  appendFileSync(file, `${JSON.stringify({ id, order })}\n`);
}

/**
 * The last state of each order in a journal, by its id at the supplier. A line that a kill cut is skipped: its order was not sold.
 * @returns none without a file
 */
export function readJournal(file: string): Map<string, SupplierOrder> {
  const orders = new Map<string, SupplierOrder>();
  if (!existsSync(file)) return orders;
  for (const text of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const read = line.safeParse(parsed(text));
    if (read.success) orders.set(read.data.id, withoutUndefined(read.data.order));
  }
  return orders;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function withoutUndefined({ comments, requestId, ...order }: z.output<typeof line>['order']): SupplierOrder {
  return { ...order, ...(comments !== undefined && { comments }), ...(requestId !== undefined && { requestId }) };
}
