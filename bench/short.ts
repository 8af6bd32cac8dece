import { type Goal, reaches } from './goals.ts';
import { openLab } from './lab/lab.ts';
import { killInMidLoad } from './passes/killed.ts';
import { orderGoals } from './passes/orders.ts';
import { race, type Scenario, thriftRatios } from './passes/race.ts';
import { prepare } from './prepare.ts';
import { proveMoney } from './prove.ts';

const EFFORT = { rounds: 2, seconds: 1, connections: 64, repeats: 0 };
const USERS = 200;
const scenarios: Scenario[] = [
  { label: `${USERS} users`, names: ['ours', 'single', 'naive'], customers: (all) => all },
  { label: 'one user', names: ['ours', 'single'], customers: (all) => all.slice(0, 1) },
];

/**
 * Half a minute of the order benchmark, for machines that do other things meanwhile. So what is compared is the processor time
 * of an order: of rates, whoever has more processes would get more of a busy machine.
 * @returns the goals, and a sentence for each that is under half its gate
 * @throws Error where money is not right after the load, or after a server that was killed in it
 */
export async function runShort(): Promise<{ goals: Goal[]; failures: string[] }> {
  const lab = await openLab();
  try {
    const database = await lab.newDatabase('short');
    const prepared = await prepare(database.db, lab.jwtSecret, { users: USERS });
    const raced = await race(lab, database, prepared, scenarios, EFFORT);
    console.log(await proveMoney(database.db, raced.orders));
    await killInMidLoad(lab, EFFORT);
    // Nobody's naive orders of one user are measured here.
    const goals = orderGoals(raced, thriftRatios).filter(({ value }) => !Number.isNaN(value));
    const tooLow = goals.filter((goal) => !reaches(goal, goal.gate / 2));
    return {
      goals,
      failures: tooLow.map(({ name, value, gate }) => `${name} is ${value.toFixed(2)}, its gate ${gate}`),
    };
  } finally {
    await lab.close();
  }
}
