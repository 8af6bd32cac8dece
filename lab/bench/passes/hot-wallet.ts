import { goalOf } from '../../goals.ts';
import { prepare } from '../prepare.ts';
import { proveMoney } from '../prove.ts';
import { figuresOf, race, rateRatios, type Scenario } from '../race.ts';
import type { Pass } from './pass.ts';

const names: Scenario['names'] = ['ours', 'twoProcesses'];
const scenarios: Scenario[] = [
  { label: 'one user', names, customers: (all) => all.slice(0, 1) },
  { label: '1,000 users', names, customers: (all) => all, oursConnections: 250 },
];

/** The batches of two processes need one row in turn if all orders are one customer's. */
export const hotWallet: Pass = {
  name: 'hot-wallet',
  means: 'orders per second with PROCESSES=2 compared with one process, of one customer and of 1,000',
  async run(lab, effort) {
    const database = await lab.newDatabase('hot_wallet');
    const prepared = await prepare(database.db, lab.jwtSecret);
    const raced = await race(lab, database, prepared, scenarios, effort);
    console.log(await proveMoney(database.db, raced.orders));
    const [one = [], many = []] = raced.rounds;
    return {
      goals: [
        goalOf('order with two processes ÷ one, one user', rateRatios(one, 'twoProcesses', 'ours'), { atLeast: [0.8] }),
        goalOf('order with two processes ÷ one, 1,000 users', rateRatios(many, 'twoProcesses', 'ours'), {
          atLeast: [0.8],
        }),
      ],
      figures: { one: figuresOf(one), many: figuresOf(many) },
    };
  },
};
