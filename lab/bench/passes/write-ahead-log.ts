import type { Db } from '#db/client.ts';
import { goalOf } from '../../goals.ts';
import { median, sum } from '../../statistics.ts';
import { startOurs } from '../ours.ts';
import type { Pass } from './pass.ts';

const WARM_UP_SECONDS = 5;

/** Bytes per order. */
interface Written {
  /** Records without page images. */
  records: number;
  /** Images of pages that changed for the first time since the checkpoint. */
  pages: number;
  /** Of the records, by resource manager. */
  byManager: Record<string, number>;
}

export const writeAheadLog: Pass = {
  name: 'log',
  means: 'write-ahead log of an order',
  async run(lab, { rounds, seconds, connections }) {
    const ours = await startOurs(lab, { name: 'log' });
    const { db } = ours.database;
    await db.$client`create extension pg_walinspect`;
    const order = (forSeconds: number) => ours.order({ connections, seconds: forSeconds, warmUpSeconds: 0 });
    await order(WARM_UP_SECONDS);
    await db.$client`checkpoint`;
    await order(WARM_UP_SECONDS);
    const written: Written[] = [];
    for (let nth = 0; nth < rounds; nth++) {
      const from = await endOfLog(db);
      const { answeredInAll } = await order(seconds);
      written.push(await readWritten(db, from, answeredInAll));
    }
    await ours.prove();
    const pages = median(written.map((one) => one.pages / 1000));
    const { byManager = {} } = written.at(-1) ?? {};
    const parts = Object.entries(byManager).map(([manager, bytes]) => `${manager} ${Math.round(bytes)}`);
    console.log(`Bytes of an order at ${connections} connections: ${parts.join(', ')}`);
    console.log(`Beside its records ${pages.toFixed(2)} kB of page images, as the last checkpoint was lately.`);
    const records = written.map((one) => one.records / 1000);
    const limits = { atMost: [3.5, 2], unit: 'kB' };
    return {
      goals: [goalOf('write-ahead log an order, warm (without page images)', records, limits)],
      figures: { pageImagesKb: pages, byManager },
    };
  },
};

async function endOfLog(db: Db): Promise<string> {
  const [row] = await db.$client<{ lsn: string }[]>`select pg_current_wal_lsn()::text as lsn`;
  return row?.lsn ?? '';
}

async function readWritten(db: Db, from: string, orders: number): Promise<Written> {
  const rows = await db.$client<{ manager: string; records: number; pages: number }[]>`
    select "resource_manager/record_type" as manager, record_size::bigint as records, fpi_size::bigint as pages
    from pg_get_wal_stats(${from}::pg_lsn, ${await endOfLog(db)}::pg_lsn)
    where combined_size > 0 order by record_size desc`;
  return {
    records: sum(rows.map(({ records }) => records)) / orders,
    pages: sum(rows.map(({ pages }) => pages)) / orders,
    byManager: Object.fromEntries(rows.map(({ manager, records }) => [manager, records / orders])),
  };
}
