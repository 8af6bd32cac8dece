import type { Lab, LabDatabase } from '../lab.ts';
import { type Panel, startPanel } from '../panel.ts';
import { type Contender, httpLoad, orderCall } from './contenders.ts';
import { type Measured, measure } from './measure.ts';
import { type Prepared, type PrepareOptions, prepare } from './prepare.ts';
import { proveMoney } from './prove.ts';
import type { Task } from './task.ts';

/** The panel on its own filled database, with a load generator. */
export interface Ours extends Prepared {
  database: LabDatabase;
  panel: Panel;
  contender: Contender;
  /** Places orders of the customers, with new tokens, and counts them for the proof. */
  order: (task: Pick<Task, 'connections' | 'seconds' | 'warmUpSeconds'>) => Promise<Measured>;
  /** Stops the panel and proves all money. */
  prove: () => Promise<void>;
}

interface OursOptions extends PrepareOptions {
  /** The name of the database and the log. */
  name: string;
  processes?: number;
  env?: Record<string, string>;
}

export async function startOurs(lab: Lab, { name, processes, env, ...size }: OursOptions): Promise<Ours> {
  const database = await lab.newDatabase(name);
  const prepared = await prepare(database.db, lab.jwtSecret, size);
  const panel = await startPanel(lab, { databaseUrl: database.url, name, processes, env });
  const call = orderCall(prepared.serviceId);
  const contender: Contender = { label: name, load: httpLoad(lab), url: panel.url, call, serverPid: panel.pid };
  let expected = prepared.earlier;
  return {
    ...prepared,
    database,
    panel,
    contender,
    async order(task) {
      const measured = await measure(lab, contender, { ...task, customers: await prepared.renewed() });
      expected += measured.answeredInAll;
      return measured;
    },
    async prove() {
      await panel.stop();
      console.log(await proveMoney(database.db, expected));
    },
  };
}
