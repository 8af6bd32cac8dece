import { readCommandLine } from '../../scripts/command-line.ts';
import { inLab } from '../lab.ts';
import { machine } from '../machine.ts';
import { startPanel } from '../panel.ts';
import { tableOf } from '../table.ts';
import { fillShop } from './queries/fill-shop.ts';
import { type Measured, measureRows } from './queries/measure-rows.ts';
import { figuresOf, findings, saveFigures, tableRows } from './queries/report.ts';
import { rowsOf } from './queries/rows.ts';
import { readSample } from './queries/sample.ts';

const { options } = readCommandLine({
  name: 'npm run bench:queries',
  purpose: `Calls every list, search, count, overview, report and the head of every export over HTTP, in a shop of each size on a separate
PostgreSQL. Prints the first time, the median and the growth from the smallest shop to the largest, and names the calls above 300 ms and
those that grow with the shop.`,
  options: {
    orders: {
      takes: 'N',
      min: 1000,
      max: 10_000_000,
      means: 'one shop of this size (default: 10,000, 100,000 and 1,000,000)',
    },
    save: { means: 'saves the figures in docs/queries.json, and the slowest in docs/performance.md' },
  },
  example: 'npm run bench:queries -- --orders 100000',
});
const sizes = options.orders ? [options.orders] : [10_000, 100_000, 1_000_000];

console.log(machine());
const bySize: { orders: number; rows: Measured[] }[] = [];
for (const orders of sizes) bySize.push({ orders, rows: await inLab((lab) => measureShop(lab, orders)) });
const figures = figuresOf(bySize);
console.log(`\n${tableOf(tableRows(figures))}\n`);
console.log(findings(figures).join('\n'));
if (options.save) saveFigures(figures, machine());

async function measureShop(lab: Parameters<Parameters<typeof inLab>[0]>[0], orders: number): Promise<Measured[]> {
  const since = performance.now();
  const shop = await fillShop(lab, orders);
  const filledMs = performance.now();
  const panel = await startPanel(lab, { databaseUrl: shop.url, name: 'panel' });
  const rows = await measureRows(shop, panel.url, rowsOf(await readSample(shop)));
  await panel.stop();
  const seconds = (ms: number) => `${(ms / 1000).toFixed(0)} s`;
  const count = orders.toLocaleString('en');
  console.log(
    `${count} orders: filled in ${seconds(filledMs - since)}, called in ${seconds(performance.now() - filledMs)}`,
  );
  return rows;
}
