import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#db/testing/free-port.ts';
import type { SupplierOrder } from '#server/testing/supplier-server.ts';
import type { Choices } from '../../choices.ts';
import { ForkedProcess } from '../../forked-process.ts';
import type { Lab } from '../../lab.ts';
import { signalTo } from '../../processes.ts';
import { journalIn, readJournal } from '../../supplier/journal.ts';

/** A hostile supplier as a process, which has its orders again after a kill. */
export interface ManagedSupplier {
  name: string;
  url: string;
  key: string;
  takesRequestId: boolean;
  pid: () => number;
  kill: () => Promise<void>;
  /** Starts it again on the same port. */
  start: () => Promise<void>;
  /** Begins or ends its faults. */
  setCalm: (calm: boolean) => Promise<void>;
  /** What it sold, from its journal. */
  orders: () => Map<string, SupplierOrder>;
}

interface Options {
  choices: Choices;
  /** How many of a hundred calls have a fault. */
  percent: number;
  /** Whether some calls are never answered. */
  hangs: boolean;
  /** Whether some purchases are answered in words that no table knows. */
  words?: boolean | undefined;
  /** Of its list. */
  lines?: number | undefined;
}

/** Two suppliers: one takes `request_id`, the other does not. */
export async function startSuppliers(
  lab: Lab,
  { choices, percent, hangs, words, lines }: Options,
): Promise<ManagedSupplier[]> {
  const seed = choices.whole(1, 2 ** 31 - 1);
  const args = [`--seed=${seed}`, `--percent=${percent}`, ...(hangs ? ['--hangs'] : []), ...(words ? ['--words'] : [])];
  if (lines !== undefined) args.push(`--lines=${lines}`);
  return [await startOne(lab, 'with-request-id', [...args, '--request-id']), await startOne(lab, 'old-panel', args)];
}

async function startOne(lab: Lab, name: string, args: string[]): Promise<ManagedSupplier> {
  const folder = join(lab.folder, name);
  mkdirSync(folder);
  const port = await freePort();
  const key = randomBytes(16).toString('hex');
  let isCalm = true;
  let child: ForkedProcess | undefined;
  const supplier: ManagedSupplier = {
    name,
    url: `http://127.0.0.1:${port}/api/v2`,
    key,
    takesRequestId: args.includes('--request-id'),
    pid: () => child?.pid ?? 0,
    async kill() {
      await child?.stop();
    },
    async start() {
      const all = [...args, `--port=${port}`, `--journal=${folder}`];
      child = new ForkedProcess(lab, 'supplier/main.ts', { args: all, env: { SUPPLIER_KEY: key }, log: `${name}.log` });
      await child.url();
      if (!isCalm) await supplier.setCalm(false);
    },
    async setCalm(calm) {
      isCalm = calm;
      await child?.run({ calm });
    },
    orders: () => readJournal(journalIn(folder)),
  };
  await supplier.start();
  return supplier;
}

/** Kills a supplier, and starts it again after a while. */
export async function killForAWhile(supplier: ManagedSupplier, wait: () => Promise<unknown>): Promise<void> {
  signalTo(supplier.pid(), 'SIGKILL');
  await supplier.kill();
  await wait();
  await supplier.start();
}
