import { readCommandLine } from '../../scripts/command-line.ts';
import { reportGoals } from '../goals.ts';
import { inLab } from '../lab.ts';
import { machine } from '../machine.ts';
import { runTrial } from './run-trial.ts';

const { options } = readCommandLine({
  name: 'npm run trial:migration',
  purpose: `Adds a column, a check, a trigger, an index and a table of details to a large table of orders while a panel takes orders at a fixed rate
and a report holds the table.

Starts the panel and a PostgreSQL in a temporary folder. Prints the longest time without an acknowledged order and proves all balances.
Exits with 1 if it exceeds a second, an order fails, or money is wrong. Five million orders need 5 GB of disk.`,
  options: {
    orders: { takes: 'N', default: 5_000_000, min: 1_000, max: 20_000_000, means: 'orders that exist already' },
    rate: { takes: 'N', default: 200, min: 1, max: 5_000, means: 'orders per second' },
    seconds: { takes: 'N', default: 10, min: 1, max: 600, means: 'load before the migration, and after it' },
  },
  example: 'npm run trial:migration -- --orders 50000 --seconds 5',
});

console.log(machine());
reportGoals(await inLab((lab) => runTrial(lab, { ...options, say: (line) => console.log(line) })));
console.log(`\n${machine()}`);
