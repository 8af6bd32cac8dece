import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { isOutgoingHeld } from '../backup/hold-outgoing.ts';
import { writeMailToAdmins } from '../mail/write-mail.ts';
import { repeat } from '../process/repeat.ts';
import { lawMail } from './mails.ts';
import type { BalanceSupplier } from './protocols/results.ts';
import { LIST_EVERY_MINUTES, type ListDeps, readList } from './read-list.ts';

interface ListsOptions extends ListDeps {
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** How often due lists are looked for. */
  everyMs?: number;
}

const LOOK_EVERY_MS = 30_000;
/** Lists that are asked for at the same time; a slow supplier delays only its own. They are read one after the other. */
const AT_ONCE = 4;

/**
 * Reads the list of each supplier every hour, from the first one that a person has read. A task of the leader; run twice at once, it
 * reads each due list once. Nothing is read while outgoing calls are held.
 */
export function startLists({ log, everyMs = LOOK_EVERY_MS, ...deps }: ListsOptions): { stop: () => Promise<void> } {
  const running = new Set<Promise<void>>();
  let isStopped = false;
  let isTold = false;
  const repeated = repeat({ everyMs, work: look, failure: 'due lists of suppliers could not be looked for', log });
  return {
    async stop() {
      isStopped = true;
      repeated.cancel();
      await repeated.running();
      await Promise.all(running);
    },
  };

  async function look(): Promise<void> {
    isTold ||= await tellOfLaw(deps);
    while (!isStopped && running.size < AT_ONCE) {
      const supplier = await takeDue(deps.db);
      if (!supplier) return;
      const reading = read(supplier).finally(() => running.delete(reading));
      running.add(reading);
    }
  }

  async function read(supplier: BalanceSupplier): Promise<void> {
    try {
      const { problem } = await readList(deps, supplier);
      if (problem) log.warn({ supplierId: supplier.id, ...problem }, 'the list of a supplier was not taken');
    } catch (error) {
      log.warn({ err: error, supplierId: supplier.id }, 'the list of a supplier could not be read');
    }
  }
}

/**
 * Tells the admins of a shop from before these rules, once, and makes the lists due: the rules hold from then on. A shop without a source
 * has nothing to be told.
 */
async function tellOfLaw({ db, wakeMailer, config }: ListDeps): Promise<boolean> {
  const hasMail = await db.transaction(async (tx) => {
    const [told] = await tx.execute<{ isUsed: boolean }>(sql`
      update supplier_rules set law_told_at = now() where law_told_at is null
      returning exists (select from service_sources) as "isUsed"`);
    if (!told?.isUsed) return false;
    await tx.execute(sql`update suppliers set list_due_at = now() where list_due_at is not null`);
    await writeMailToAdmins(tx, lawMail(config.publicUrl), { about: 'catalogue-law' });
    return true;
  });
  if (hasMail) wakeMailer();
  return true;
}

/** Claims a due list: it is due again in an hour, also if reading it fails. */
async function takeDue(db: ListDeps['db']): Promise<BalanceSupplier | undefined> {
  const [taken] = await db.execute<BalanceSupplier & Record<string, unknown>>(sql`
    update suppliers set list_due_at = now() + make_interval(mins => ${LIST_EVERY_MINUTES})
    where id = (
      select id from suppliers where list_due_at <= now() and not ${isOutgoingHeld}
      order by list_due_at limit 1 for no key update skip locked
    )
    returning id, url, sealed_key as "sealedKey", idempotent, currency`);
  return taken;
}
