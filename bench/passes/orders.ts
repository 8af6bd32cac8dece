import { SINGLE_BY } from '../contenders/cast.ts';
import { type Goal, ratioGoal } from '../goals.ts';
import { prepare } from '../prepare.ts';
import { proveMoney } from '../prove.ts';
import type { Pass } from './pass.ts';
import { figuresOf, type Race, race, rateRatios, type Scenario } from './race.ts';

/**
 * As many of 1,000 customers as are under way at once, each over a connection of its own. Whoever hands PostgreSQL each order as it
 * comes does less the more there are of them, and keeps to as few as it does best with; so does ours once more, to compare.
 */
const AT_ONCE_OF_MANY = 250;

const manyUsers: Scenario = {
  label: '1,000 users',
  names: ['ours', 'oursFew', 'ours2', 'single', 'set', 'naive'],
  customers: (all) => all,
  connections: { ours: AT_ONCE_OF_MANY, ours2: AT_ONCE_OF_MANY },
};
const oneUser: Scenario = {
  label: 'one user',
  names: ['ours', 'ours2', 'single', 'naive'],
  customers: (all) => all.slice(0, 1),
};

/** Orders of 1,000 users and of one. */
export const orders: Pass = {
  name: 'orders',
  means: 'orders a second beside the single statement, the set and a naive form',
  async run(lab, effort) {
    const database = await lab.newDatabase('orders');
    const prepared = await prepare(database.db, lab.jwtSecret);
    console.log(`T1 is driven by ${SINGLE_BY}.`);
    const raced = await race(lab, database, prepared, [manyUsers, oneUser], effort);
    console.log(await proveMoney(database.db, raced.orders));
    const [ofMany = [], ofOne = []] = raced.rounds;
    return {
      goals: orderGoals(raced),
      figures: { T1: SINGLE_BY, many: figuresOf(ofMany), one: figuresOf(ofOne) },
    };
  },
};

/**
 * Of a race of many users and one of a single user.
 * @param of what is compared in each round
 */
export function orderGoals({ rounds: [many = [], one = []] }: Race, of: typeof rateRatios = rateRatios): Goal[] {
  return [
    ratioGoal('order end to end ÷ T1, 1,000 users', of(many, 'ours', 'single'), [1.5, 2.2]),
    ratioGoal('order end to end ÷ T1, one user', of(one, 'ours', 'single'), [4, 6]),
    ratioGoal('order end to end ÷ naive, 1,000 users', of(many, 'ours', 'naive'), [10, 18]),
    ratioGoal('order end to end ÷ naive, one user', of(one, 'ours', 'naive'), [15, 28]),
  ];
}
