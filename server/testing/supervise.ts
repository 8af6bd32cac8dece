/**
 * The panel as `npm start` runs it, without the client's build: what tests stop, kill and crowd.
 * Usage: node supervise.ts, configured by its environment.
 */
import { reasonOf } from '../process/reason-of.ts';
import { supervise } from '../process/supervisor.ts';

try {
  await supervise({ seed: false });
} catch (error) {
  console.error(`Could not start: ${reasonOf(error)}`);
  process.exitCode = 1;
}
