import type { z } from 'zod';
import { serviceListInput } from '../../shared/services.ts';
import type { Actor } from '../../shared/users.ts';
import type { Deps } from '../deps.ts';
import { listServices } from '../features/services/list-services.ts';
import { successText, type WrittenReply } from './envelope.ts';
import { optionalQuery, pageQuery, readPage } from './parameters.ts';
import { presentService } from './present.ts';

export const SERVICES = 'Services';

const { category, search } = serviceListInput.shape;

export const serviceListQuery = pageQuery.extend({
  category: optionalQuery(category).meta({ description: 'Without it all of them' }),
  search,
});
type ServiceListQuery = z.output<typeof serviceListQuery>;

/** So many are read and written at a time; in between other requests have their turn. */
const ROWS_AT_A_TIME = 250;
/** Pages up to this length are as cheap to write as to keep. */
const SHORT_PAGE_ROWS = 100;

/**
 * The services on offer. What everybody sees is written once and kept until the catalogue changes; admins get their own.
 * A search that no limit makes short is written alone, so that many of them do not keep the server from anything else.
 */
export async function listServicesForAll({
  actor,
  deps,
  query,
}: {
  actor?: Actor;
  deps: Deps;
  query: ServiceListQuery;
}): Promise<WrittenReply> {
  if (actor?.role === 'admin') return { body: await writeServices(deps, query, { forAdmin: true }) };
  const write = () => writeServices(deps, query, { forAdmin: false });
  if (query.limit !== undefined && query.limit <= SHORT_PAGE_ROWS) return { body: await write() };
  if (isAskedForOften(query))
    return { kept: await deps.answers.get('services', `rest ${query.category ?? ''}`, write) };
  return { body: await deps.answers.alone(write) };
}

function isAskedForOften({ search: text, page = 1, limit }: ServiceListQuery): boolean {
  return !text && page === 1 && limit === undefined;
}

async function writeServices(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { category: wanted, search: text, ...window }: ServiceListQuery,
  { forAdmin }: { forAdmin: boolean },
): Promise<Buffer> {
  const filter = { category: wanted, search: text, sort: 'newest' as const };

  const { rows, meta } = await readPage(window, readRows, async () => (await list({ limit: 1 })).total);
  return Buffer.from(successText(SERVICES, { rows, meta }));

  function list(part: { limit: number; skip?: number; cursor?: string | null }) {
    return listServices(db, { ...filter, ...part });
  }

  async function readRows({ limit, skip }: { limit: number; skip: number }) {
    const items: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({
        limit: Math.min(limit - items.length, ROWS_AT_A_TIME),
        ...(cursor ? { cursor } : { skip }),
      });
      for (const row of page.items)
        items.push(JSON.stringify(presentService(row, { forAdmin, publicUrl: config.publicUrl })));
      cursor = page.nextCursor;
    } while (cursor && items.length < limit);
    return { items, nextCursor: cursor };
  }
}
