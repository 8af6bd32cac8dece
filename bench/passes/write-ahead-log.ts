import type { Db } from '../../db/client.ts';
import { startOurs } from '../contenders/ours.ts';
import { measure } from '../lab/measure.ts';
import { proveMoney } from '../prove.ts';
import { median, rangeOf } from '../statistics.ts';
import type { Pass } from './pass.ts';

const WARM_UP_SECONDS = 5;

interface Written {
  /** Records alone, without images of whole pages. */
  records: number;
  /** Images of pages that were written for the first time since the checkpoint. */
  pages: number;
  /** Of the records, by what wrote them. */
  byManager: Record<string, number>;
}

/** Bytes of the write-ahead log that an order takes. */
export const writeAheadLog: Pass = {
  name: 'log',
  means: 'write-ahead log of an order',
  async run(lab, { rounds, seconds, connections }) {
    const ours = await startOurs(lab, { name: 'log' });
    const { db } = ours.database;
    await db.$client`create extension pg_walinspect`;
    let placed = ours.earlier;
    const order = async (forSeconds: number) => {
      const task = { connections, seconds: forSeconds, warmUpSeconds: 0, customers: await ours.renewed() };
      const { answeredInAll } = await measure(lab, ours.turn, task);
      placed += answeredInAll;
      return answeredInAll;
    };
    await order(WARM_UP_SECONDS);
    await db.$client`checkpoint`;
    await order(WARM_UP_SECONDS);
    const written: Written[] = [];
    for (let nth = 0; nth < rounds; nth++) {
      const from = await endOfLog(db);
      const count = await order(seconds);
      written.push(each(await readWritten(db, from, await endOfLog(db)), count));
    }
    await ours.panel.stop();
    console.log(await proveMoney(db, placed));
    const records = written.map((one) => one.records / 1000);
    const pages = median(written.map((one) => one.pages / 1000));
    const parts = Object.entries(written.at(-1)?.byManager ?? {}).map(
      ([manager, bytes]) => `${manager} ${Math.round(bytes)}`,
    );
    console.log(`Of an order at ${connections} connections, in bytes: ${parts.join(', ')}`);
    console.log(`Beside its records ${pages.toFixed(2)} kB of page images, as the last checkpoint was lately.`);
    return {
      goals: [
        {
          name: 'write-ahead log an order, warm (without page images)',
          value: median(records),
          range: rangeOf(records),
          unit: 'kB',
          gate: 3.5,
          goal: 2,
          better: 'lower',
        },
      ],
      figures: { pageImagesKb: pages, byManager: written.at(-1)?.byManager },
    };
  },
};

async function endOfLog(db: Db): Promise<string> {
  const [row] = await db.$client<{ lsn: string }[]>`select pg_current_wal_lsn()::text as lsn`;
  return row?.lsn ?? '';
}

async function readWritten(db: Db, from: string, to: string): Promise<Written> {
  const rows = await db.$client<{ manager: string; records: number; pages: number }[]>`
    select "resource_manager/record_type" as manager, record_size::bigint as records, fpi_size::bigint as pages
    from pg_get_wal_stats(${from}::pg_lsn, ${to}::pg_lsn)
    where combined_size > 0 order by record_size desc`;
  const sum = (of: 'records' | 'pages') => rows.reduce((total, row) => total + row[of], 0);
  const byManager = Object.fromEntries(rows.map(({ manager, records }) => [manager, records]));
  return { records: sum('records'), pages: sum('pages'), byManager };
}

function each({ records, pages, byManager }: Written, count: number): Written {
  const managers = Object.entries(byManager).map(([manager, bytes]) => [manager, bytes / count] as const);
  return { records: records / count, pages: pages / count, byManager: Object.fromEntries(managers) };
}
