import { type Goal, reaches } from '../goals.ts';
import { inLab } from '../lab.ts';
import { killInMidLoad } from './passes/kill.ts';
import { orderGoals } from './passes/orders.ts';
import { prepare } from './prepare.ts';
import { proveMoney } from './prove.ts';
import { cpuRatios, race, type Scenario } from './race.ts';

const EFFORT = { rounds: 2, seconds: 1, connections: 64, repeats: 0 };
const USERS = 200;
const scenarios: Scenario[] = [
  { label: `${USERS} users`, names: ['ours', 'single', 'naive'], customers: (all) => all },
  { label: 'one user', names: ['ours', 'single'], customers: (all) => all.slice(0, 1) },
];

/**
 * Half a minute of the order benchmark, for busy machines. It compares processor time: a contender with more processes would get more
 * of a busy machine, and so a higher rate.
 * @returns the goals, and a sentence for each that is below half its gate
 * @throws Error if money is wrong after the load, or after the server was killed in it
 */
export function runShort(): Promise<{ goals: Goal[]; failures: string[] }> {
  return inLab(async (lab) => {
    const database = await lab.newDatabase('short');
    const prepared = await prepare(database.db, lab.jwtSecret, { users: USERS });
    const raced = await race(lab, database, prepared, scenarios, EFFORT);
    console.log(await proveMoney(database.db, raced.orders));
    await killInMidLoad(lab, EFFORT);
    // The naive form is not measured with one user.
    const goals = orderGoals(raced, cpuRatios).filter(({ value }) => !Number.isNaN(value));
    const tooLow = goals.filter((goal) => !reaches(goal, goal.gate / 2));
    return {
      goals,
      failures: tooLow.map(({ name, value, gate }) => `${name} is ${value.toFixed(2)}, its gate ${gate}`),
    };
  });
}
