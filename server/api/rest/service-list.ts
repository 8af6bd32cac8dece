import { z } from 'zod';
import { serviceListInput } from '#shared/services.ts';
import type { Actor } from '#shared/users.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { listServices } from '../../features/services/list-services.ts';
import { successText, type WrittenReply } from './envelope.ts';
import { optionalQuery, pageQuery, readPage } from './parameters.ts';
import { presentService } from './present.ts';

export const SERVICES = 'Services';

const { category, search } = serviceListInput.shape;

const notAll = 'types must be all, or left out';

export const serviceListQuery = pageQuery.extend({
  category: optionalQuery(category).meta({
    description:
      'Of the first level, such as `instagram`, or a kind of one, such as `instagram-followers`. Without it all of them',
  }),
  search,
  types: optionalQuery(z.literal('all', notAll)).meta({
    description:
      '`all` also lists services that need comments. Without it clients that send none can buy everything listed',
  }),
});
type ServiceListQuery = z.output<typeof serviceListQuery>;

/** Rows read and written per turn of the event loop. */
const ROWS_AT_A_TIME = 250;
/** Up to this length, caching a page saves nothing. */
const SHORT_PAGE_ROWS = 100;
/** About a second's work. */
const MAX_WAITING = 8;

/** Long searches are written one at a time, so that many of them do not delay other requests. */
const runQueued = createQueue(MAX_WAITING);

/** The services on sale. The whole list is cached until the catalogue changes; admins get their own. */
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
  if (isWholeList(query))
    return { cached: await deps.responses.get('services', `rest ${query.category ?? ''} ${query.types ?? ''}`, write) };
  return { body: await runQueued(write) };
}

function isWholeList({ search: text, page = 1, limit }: ServiceListQuery): boolean {
  return !text && page === 1 && limit === undefined;
}

/** @returns a function that runs one job at a time; it throws DomainError `busy` if `maxJobs` are waiting */
export function createQueue(maxJobs: number) {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async <Result>(job: () => Promise<Result>): Promise<Result> => {
    if (waiting >= maxJobs) throw new DomainError('busy', { details: { retryAfterSeconds: 1 } });
    waiting++;
    const turn = last.then(job);
    last = turn.catch(() => undefined);
    return turn.finally(() => waiting--);
  };
}

async function writeServices(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { category: onlyCategory, search: text, types, ...window }: ServiceListQuery,
  { forAdmin }: { forAdmin: boolean },
): Promise<Buffer> {
  const filter = { category: onlyCategory, search: text, sort: 'newest' as const };

  const { rows, meta } = await readPage(window, readRows, async () => (await list({ limit: 1 })).total);
  return Buffer.from(successText(SERVICES, { rows, meta }));

  function list(part: { limit: number; skip?: number; cursor?: string | null }) {
    return listServices(db, { ...filter, ...part }, { withoutComments: types !== 'all' });
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
