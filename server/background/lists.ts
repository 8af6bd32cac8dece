import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { writeMailToAdmins } from '../base/mail/write-mail.ts';
import { hasClaim } from '../base/queue/claims.ts';
import { asKind } from '../base/queue/kind.ts';
import { isOutgoingPaused } from '../base/queue/pause-outgoing.ts';
import { lawMail } from '../suppliers/mails.ts';
import type { BalanceSupplier } from '../suppliers/protocols/results.ts';
import { LIST_EVERY_MINUTES, type ListDeps, readList } from '../suppliers/read-list.ts';

/** Lists that are asked for at the same time; a slow supplier delays only its own. They are read one after the other. */
const AT_ONCE = 4;

/** Reads the list of each supplier every hour, from the first one that a person has read; one that fails is due in an hour, too. */
export function listsKind({ log, ...deps }: ListDeps & { log: Pick<FastifyBaseLogger, 'warn'> }) {
  let isTold = false;
  return asKind<BalanceSupplier & { name: string }, void>({
    name: 'lists',
    slots: AT_ONCE,
    topics: ['suppliers', 'outgoing'],
    async prepare() {
      isTold ||= await tellOfLaw(deps);
    },
    claim: (tx, { count, only }) =>
      tx.execute<BalanceSupplier & { name: string } & Record<string, unknown>>(sql`
        update suppliers set list_due_at = now() + make_interval(mins => ${LIST_EVERY_MINUTES})
        where id = any(array(
          select s.id from suppliers s
          where not ${isOutgoingPaused} and ${only === undefined ? isDue : sql`s.id = ${only} and s.list_due_at is not null`}
          order by list_due_at limit ${count} for no key update skip locked))
        returning id, name, url, sealed_key as "sealedKey", idempotent, currency`),
    describe: ({ name }) => name,
    async attempt(supplier) {
      const { id: supplierId } = supplier;
      try {
        const { problem } = await readList(deps, supplier);
        if (problem) log.warn({ supplierId, ...problem }, 'the list of a supplier was not taken');
      } catch (error) {
        log.warn({ err: error, supplierId }, 'the list of a supplier could not be read');
      }
    },
    settle: async () => undefined,
    async release(tx, suppliers) {
      for (const { id } of suppliers) await tx.execute(sql`update suppliers set list_due_at = now() where id = ${id}`);
    },
  });
}

const isDue = sql`s.list_due_at <= now() and not ${hasClaim('lists', sql`s.id`)}`;

/**
 * Tells the admins of a shop from before these rules, once, and makes the lists due: the rules hold from then on. A shop without a source
 * has nothing to be told.
 */
async function tellOfLaw({ db, events, config }: ListDeps): Promise<boolean> {
  const hasMail = await db.transaction(async (tx) => {
    const [told] = await tx.execute<{ isUsed: boolean }>(sql`
      update supplier_rules set law_told_at = now() where law_told_at is null
      returning exists (select from service_sources) as "isUsed"`);
    if (!told?.isUsed) return false;
    await tx.execute(sql`update suppliers set list_due_at = now() where list_due_at is not null`);
    await writeMailToAdmins(tx, lawMail(config.publicUrl), { about: 'catalogue-law' });
    return true;
  });
  if (hasMail) events.publish('mails');
  return true;
}
