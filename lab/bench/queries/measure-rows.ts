import { exportPath } from '#shared/export-path.ts';
import { median } from '../../statistics.ts';
import type { FilledShop } from './fill-shop.ts';
import type { Row } from './rows.ts';

const CALLS = 7;
/** A slow row is called less often. */
const ROW_LIMIT_MS = 1_500;
const EXPORTS = 'exports.';

export interface Measured {
  name: string;
  /** Of the first call, which reads what is cached afterwards. */
  firstMs: number;
  p50Ms: number;
}

/** Calls each row over HTTP, one request at a time. @throws Error for a response other than 200 */
export async function measureRows(shop: FilledShop, url: string, rows: Row[]): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const row of rows) {
    // Each user may export so many files in ten minutes.
    if (row.name.startsWith(EXPORTS)) await shop.db.$client`delete from rate_limits`;
    measured.push(await measureRow(shop, url, row));
  }
  return measured;
}

/** `admin.orders.list (search link)` */
function titleOf({ name, variant }: Pick<Row, 'name' | 'variant'>): string {
  return variant ? `${name} (${variant})` : name;
}

async function measureRow(shop: FilledShop, url: string, row: Row): Promise<Measured> {
  const timesMs: number[] = [];
  const startedMs = performance.now();
  while (timesMs.length < CALLS && (timesMs.length < 2 || performance.now() - startedMs < ROW_LIMIT_MS)) {
    timesMs.push(await timeOf(shop, url, row));
  }
  const [firstMs = Number.NaN, ...laterMs] = timesMs;
  return { name: titleOf(row), firstMs, p50Ms: median(laterMs) };
}

/** Until the whole response of a procedure, or the first piece of a file. */
async function timeOf(shop: FilledShop, url: string, row: Row): Promise<number> {
  const isExport = row.name.startsWith(EXPORTS);
  const path = isExport ? exportPath(row.name.slice(EXPORTS.length)) : `/trpc/${row.name}`;
  const query = row.input ? `?input=${encodeURIComponent(JSON.stringify(row.input))}` : '';
  const headers = row.by === 'nobody' ? {} : { authorization: `Bearer ${shop[row.by].accessToken}` };
  const startedMs = performance.now();
  const response = await fetch(url + path + query, { headers });
  if (response.status !== 200) throw new Error(`${titleOf(row)}: ${response.status} ${await response.text()}`);
  if (!isExport) {
    await response.arrayBuffer();
    return performance.now() - startedMs;
  }
  const reader = response.body?.getReader();
  await reader?.read();
  const endedMs = performance.now();
  await reader?.cancel();
  return endedMs - startedMs;
}
