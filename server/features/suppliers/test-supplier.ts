import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '#db/client.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import { type SupplierMicros, supplierDecimal } from '#shared/supplier-money.ts';
import { AMOUNT_SCALE, type testedSupplier } from '#shared/suppliers.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import type { SupplierClient } from '../../suppliers/protocols/client.ts';
import type { BalanceResult } from '../../suppliers/protocols/results.ts';
import { noteCall } from '../../suppliers/take-call.ts';
import { wakeWaiting } from './wake-waiting.ts';

type Tested = z.output<typeof testedSupplier>;

/**
 * Asks a supplier for the balance, stores it, and lets purchases that wait for funds be tried again. A supplier that answers rests no more
 * for a lost connection. It never buys anything. Admins only.
 * @throws DomainError `not_found`
 */
export async function testSupplier(
  { db, events, suppliers: client }: Pick<Deps, 'db' | 'events'> & { suppliers: Pick<SupplierClient, 'balance'> },
  actor: Actor,
  { id }: { id: number },
): Promise<Tested> {
  assertAdmin(actor);
  const [supplier] = await db
    .select({
      id: suppliers.id,
      name: suppliers.name,
      url: suppliers.url,
      sealedKey: suppliers.sealedKey,
      idempotent: suppliers.idempotent,
      currency: suppliers.currency,
      unreachableSince: suppliers.unreachableSince,
    })
    .from(suppliers)
    .where(eq(suppliers.id, id));
  if (!supplier) throw new DomainError('not_found');
  await noteCall(db, id);
  const result = await client.balance(supplier);
  const tested = present(result, supplier.currency);
  await db.transaction(async (tx) => {
    // The call itself has noted that the supplier answers.
    if (supplier.unreachableSince && 'balanceMicros' in result) await endRest(tx, supplier);
    if (result.kind === 'answered') {
      await storeBalance(tx, supplier, result.balanceMicros);
      await wakeWaiting(tx, id);
    }
    await recordAction(tx, actor, {
      action: 'supplier.test',
      subject: 'supplier',
      subjectId: id,
      subjectName: supplier.name,
      before: null,
      after: tested,
    });
  });
  events.publish('suppliers', String(id));
  events.publish('forwards');
  return tested;
}

/** The rest of a supplier that could not be connected. One that it asked for by a status of 429 goes on. */
async function endRest(tx: Tx, asked: { id: number; url: string }): Promise<void> {
  await tx
    .update(suppliers)
    .set({ unreachableSince: null, pausedUntil: null })
    .where(and(eq(suppliers.id, asked.id), eq(suppliers.url, asked.url)));
}

/** Only if it is still the address and currency that were asked. */
async function storeBalance(
  tx: Tx,
  asked: { id: number; url: string; currency: string },
  balanceMicros: SupplierMicros,
): Promise<void> {
  await tx
    .update(suppliers)
    .set({ balanceMicros, balanceAt: sql`now()` })
    .where(and(eq(suppliers.id, asked.id), eq(suppliers.url, asked.url), eq(suppliers.currency, asked.currency)));
}

function present(result: BalanceResult, currency: string): Tested {
  if (!('balanceMicros' in result)) return { ok: false, balance: null, currency: null, problem: problemOf(result) };
  const balance = supplierDecimal(result.balanceMicros, AMOUNT_SCALE);
  if (result.kind === 'answered') return { ok: true, balance, currency: result.currency ?? null, problem: null };
  const { text: named } = result;
  const problem = `The supplier's balance is in ${named}, but this supplier is entered with ${currency}`;
  return { ok: false, balance, currency: named, problem };
}

const failures: Record<string, string> = {
  address_refused: 'The address can not be called from here',
  name_not_resolved: 'The name of the host is not known',
  connection_failed: 'There is no connection to the host',
  tls_failed: 'The certificate of the host is not valid',
  timed_out: 'The supplier did not answer in time',
  answer_too_large: 'The answer is too large',
  answer_unreadable: 'The answer can not be read',
};

function problemOf({ text, ...result }: Exclude<BalanceResult, { balanceMicros: unknown }>): string {
  if (result.kind === 'account') return `The supplier refuses the key: ${text}`;
  if (result.reason !== 'no_answer') return text;
  return Object.hasOwn(failures, text)
    ? (failures[text] ?? text)
    : `The address does not answer as API v2 does: ${text}`;
}
