import { ForkedProcess } from '../../forked-process.ts';
import { goalOf } from '../../goals.ts';
import { serverEnv } from '../../panel.ts';
import { medianText } from '../../table.ts';
import { proveMoney } from '../prove.ts';
import { fill } from '../reads/fill.ts';
import { historyRatios } from '../reads/history.ts';
import { timeLists } from '../reads/lists.ts';
import { raceNotModified } from '../reads/not-modified.ts';
import { findPeople } from '../reads/people.ts';
import { linkOfOne, searchRatios } from '../reads/search.ts';
import type { Pass } from './pass.ts';

const SERVICES = 5_000;
const ORDERS_PER_CUSTOMER = 5;

export const reads: Pass = {
  name: 'reads',
  means: 'histories, searches and the service list over a million orders',
  async run(lab, { rounds, seconds, repeats, readRows }) {
    const { db, url: databaseUrl } = await lab.newDatabase('reads');
    await fill(db, { orders: readRows, customers: Math.ceil(readRows / ORDERS_PER_CUSTOMER), services: SERVICES });
    const people = await findPeople(db, lab.jwtSecret);
    const server = new ForkedProcess(lab, 'bench/servers/reads-server.ts', { env: serverEnv(lab, databaseUrl) });
    const url = await server.url();
    const histories = await historyRatios(url, people.customer, rounds);
    const searches = await searchRatios({ db, admin: people.admin, rounds, repeats });
    const races = await raceNotModified(lab, { panelUrl: url, rounds, seconds });
    const list = medianText(races.map((each) => each.list));
    console.log(
      `Requests per second: the list's 304 ${list}, Fastify's hello ${medianText(races.map(({ hello }) => hello))}`,
    );
    console.log(`\nOne request at a time over HTTP:\n${await timeLists(url, people, await linkOfOne(db))}\n`);
    console.log(await proveMoney(db));
    return {
      goals: [
        goalOf('history page over a million orders ÷ select 1 (p50)', histories, { atMost: [2.2, 1.7] }),
        goalOf('rare admin search: naive ÷ ours', searches, { atLeast: [1_000, 1_500] }),
        goalOf(
          'service list 304 ÷ Fastify hello',
          races.map((each) => each.list / each.hello),
          { atLeast: [0.4, 0.6] },
        ),
      ],
      figures: {},
    };
  },
};
