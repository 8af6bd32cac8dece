import type { Lab, LabDatabase } from '../lab/lab.ts';
import { type Panel, type PanelOptions, startPanel } from '../lab/panel.ts';
import { type Prepared, type PrepareOptions, prepare } from '../prepare.ts';
import { orderOf, startContender, type Turn } from './cast.ts';

/** The panel alone, on a database of its own that is filled, with what drives it. */
export interface Ours extends Prepared {
  database: LabDatabase;
  panel: Panel;
  turn: Turn;
}

interface OursOptions extends PrepareOptions, Pick<PanelOptions, 'processes' | 'env' | 'fromSources'> {
  /** Of the database, and in the table. */
  name: string;
}

export async function startOurs(lab: Lab, { name, processes, env, fromSources, ...size }: OursOptions): Promise<Ours> {
  const database = await lab.newDatabase(name);
  const prepared = await prepare(database.db, lab.jwtSecret, size);
  const panel = await startPanel(lab, { databaseUrl: database.url, name, processes, env, fromSources });
  const turn: Turn = {
    label: name,
    driver: startContender(lab, './load/http-load.ts'),
    url: panel.url,
    call: orderOf(prepared.serviceId),
    serverPids: [panel.pid],
    orders: true,
  };
  return { ...prepared, database, panel, turn };
}
