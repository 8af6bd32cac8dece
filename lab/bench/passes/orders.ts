import { type Goal, goalOf } from '../../goals.ts';
import { SINGLE_BY } from '../contenders.ts';
import { prepare } from '../prepare.ts';
import { proveMoney } from '../prove.ts';
import { figuresOf, type Race, race, rateRatios, type Scenario } from '../race.ts';
import type { Pass } from './pass.ts';

/** 250 of 1,000 customers order at once. The others get 64 connections, with which they perform best. */
const manyUsers: Scenario = {
  label: '1,000 users',
  names: ['ours', 'single', 'naive'],
  customers: (all) => all,
  oursConnections: 250,
};
const oneUser: Scenario = {
  label: 'one user',
  names: ['ours', 'single', 'naive'],
  customers: (all) => all.slice(0, 1),
};

export const orders: Pass = {
  name: 'orders',
  means: 'orders per second compared with the single statement and a naive implementation',
  async run(lab, effort) {
    const database = await lab.newDatabase('orders');
    const prepared = await prepare(database.db, lab.jwtSecret);
    console.log(`T1 runs by ${SINGLE_BY}.`);
    const raced = await race(lab, database, prepared, [manyUsers, oneUser], effort);
    console.log(await proveMoney(database.db, raced.orders));
    const [many = [], one = []] = raced.rounds;
    return { goals: orderGoals(raced), figures: { T1: SINGLE_BY, many: figuresOf(many), one: figuresOf(one) } };
  },
};

/**
 * The goals of a race of many users and one of a single user.
 * @param of the compared figure of each round
 */
export function orderGoals({ rounds: [many = [], one = []] }: Race, of: typeof rateRatios = rateRatios): Goal[] {
  return [
    goalOf('order end to end ÷ T1, 1,000 users', of(many, 'ours', 'single'), { atLeast: [1.5, 2.2] }),
    goalOf('order end to end ÷ T1, one user', of(one, 'ours', 'single'), { atLeast: [4, 6] }),
    goalOf('order end to end ÷ naive, 1,000 users', of(many, 'ours', 'naive'), { atLeast: [10, 18] }),
    goalOf('order end to end ÷ naive, one user', of(one, 'ours', 'naive'), { atLeast: [15, 28] }),
  ];
}
