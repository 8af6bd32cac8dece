/** The panel without the client's build, as `npm run dev` starts it anew with every change. Its environment configures it. */
import { reasonOf } from '../../server/process/reason-of.ts';
import { supervise } from '../../server/process/supervisor.ts';

try {
  await supervise({ seed: true });
} catch (error) {
  console.error(`\nCould not start: ${reasonOf(error)}\n`);
  process.exitCode = 1;
}
