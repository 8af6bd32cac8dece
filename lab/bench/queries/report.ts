import { markdownTableOf, shown } from '../../table.ts';
import { replaceSection, writeFigures } from '../results.ts';
import type { Measured } from './measure-rows.ts';

const SLOW_MS = 300;
/** A call grows if the largest shop takes so many times as long as the smallest, and takes a while. */
const GROWTH = 3;
const LEAST_GROWN_MS = 30;
const SLOWEST = 15;

/** The figures of one call, in shops of rising size. */
export interface Figures {
  name: string;
  firstMs: number[];
  p50Ms: number[];
  /** In the largest shop, if a call failed there. */
  failure?: string;
}

export interface AllFigures {
  orders: number[];
  calls: Figures[];
}

export function figuresOf(bySize: { orders: number; rows: Measured[] }[]): AllFigures {
  const calls = (bySize[0]?.rows ?? []).map(({ name }, nth) => {
    const ofSizes = (value: (row: Measured) => number) =>
      bySize.map(({ rows }) => {
        const row = rows[nth];
        return row ? value(row) : Number.NaN;
      });
    const failure = bySize.at(-1)?.rows[nth]?.failure;
    return {
      name,
      ...(failure && { failure }),
      firstMs: ofSizes(({ firstMs }) => firstMs),
      p50Ms: ofSizes(({ p50Ms }) => p50Ms),
    };
  });
  return { orders: bySize.map(({ orders }) => orders), calls };
}

/** The calls with their medians by size, the first time in the largest shop, and the growth; the slowest last. */
export function tableRows({ orders, calls }: AllFigures): string[][] {
  const sizes = orders.map((each) => `${each.toLocaleString('en')} orders`);
  const rows = calls
    .toSorted((one, other) => last(one.p50Ms) - last(other.p50Ms))
    .map((call) => [
      call.name,
      ...call.p50Ms.map((ms) => `${ms.toFixed(1)} ms`),
      `${last(call.firstMs).toFixed(0)} ms`,
      orders.length > 1 ? `× ${growthOf(call).toFixed(1)}` : '',
    ]);
  return [['median', ...sizes, 'first', orders.length > 1 ? 'growth' : ''], ...rows];
}

/** Sentences about the calls that are too slow, or grow with the shop. */
export function findings({ orders, calls }: AllFigures): string[] {
  const failed = calls.flatMap(({ name, failure }) => (failure ? `failed: ${name}: ${failure}` : []));
  const slow = calls.filter(isSlow).map(({ name, p50Ms, firstMs }) => {
    return `above ${SLOW_MS} ms: ${name}, ${last(p50Ms).toFixed(0)} ms, at first ${last(firstMs).toFixed(0)} ms`;
  });
  const growing = calls
    .filter(grows)
    .map((call) => `grows: ${call.name}, × ${growthOf(call).toFixed(1)}, ${last(call.p50Ms).toFixed(0)} ms`);
  return [...failed, ...slow, ...(orders.length > 1 ? growing : [])];
}

/** Saves all figures as JSON, and the slowest and the growing ones as a table. */
export function saveFigures(figures: AllFigures, machine: string): void {
  const on = new Date().toISOString().slice(0, 10);
  writeFigures('queries.json', { on, machine, ...figures });
  const byTime = figures.calls.toSorted((one, other) => last(other.p50Ms) - last(one.p50Ms));
  const calls = byTime.filter((call, nth) => nth < SLOWEST || grows(call) || isSlow(call));
  const sizes = figures.orders.map((each) => each.toLocaleString('en'));
  const table = calls.map((call) => [
    `\`${call.name}\``,
    ...call.p50Ms.map((ms) => shown(Number(ms.toPrecision(2)))),
    shown(Number(last(call.firstMs).toPrecision(2))),
    growthOf(call).toFixed(1),
  ]);
  replaceSection(
    'queries: written by npm run bench:queries -- --save',
    `${on}, ${machine}, [all ${figures.calls.length} calls](queries.json):\n\n${markdownTableOf([['median in ms with … orders', ...sizes, 'first call', 'growth'], ...table])}`,
  );
}

function isSlow({ p50Ms }: Figures): boolean {
  return last(p50Ms) > SLOW_MS;
}

function grows(call: Figures): boolean {
  return growthOf(call) > GROWTH && last(call.p50Ms) > LEAST_GROWN_MS;
}

function growthOf({ p50Ms }: Figures): number {
  return last(p50Ms) / (p50Ms[0] ?? Number.NaN);
}

function last(values: number[]): number {
  return values.at(-1) ?? Number.NaN;
}
