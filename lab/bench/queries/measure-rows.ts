import { exportPath } from '#shared/export-path.ts';
import { median } from '../../statistics.ts';
import type { FilledShop } from './fill-shop.ts';
import type { Row } from './rows.ts';

const CALLS = 7;
/** A slow row is called less often. */
const ROW_LIMIT_MS = 1_500;
const EXPORTS = 'exports.';
const SHOWN_OF_FAILURE = 120;

export interface Measured {
  name: string;
  /** Of the first call, which reads what is cached afterwards. */
  firstMs: number;
  p50Ms: number;
  /** The last response that was not 200: its status, and the beginning of its text. */
  failure?: string;
}

/** Calls each row over HTTP, one request at a time. */
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
  let failure: string | undefined;
  const startedMs = performance.now();
  while (timesMs.length < CALLS && (timesMs.length < 2 || performance.now() - startedMs < ROW_LIMIT_MS)) {
    const { ms, failed } = await call(shop, url, row);
    timesMs.push(ms);
    failure = failed ?? failure;
  }
  const [firstMs = Number.NaN, ...laterMs] = timesMs;
  return { name: titleOf(row), firstMs, p50Ms: median(laterMs), ...(failure && { failure }) };
}

/** Until the whole response of a procedure, or the first piece of a file. */
async function call(shop: FilledShop, url: string, row: Row): Promise<{ ms: number; failed?: string }> {
  const isExport = row.name.startsWith(EXPORTS);
  const path = isExport ? exportPath(row.name.slice(EXPORTS.length)) : `/trpc/${row.name}`;
  const query = row.input ? `?input=${encodeURIComponent(JSON.stringify(row.input))}` : '';
  const headers = row.by === 'nobody' ? {} : { authorization: `Bearer ${shop[row.by].accessToken}` };
  const startedMs = performance.now();
  const response = await fetch(url + path + query, { headers });
  if (isExport && response.ok) {
    const reader = response.body?.getReader();
    await reader?.read();
    const ms = performance.now() - startedMs;
    await reader?.cancel();
    return { ms };
  }
  const text = await response.text();
  const ms = performance.now() - startedMs;
  return response.ok ? { ms } : { ms, failed: `${response.status} ${text.slice(0, SHOWN_OF_FAILURE)}` };
}
