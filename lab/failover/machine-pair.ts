import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pgErrorOf } from '#db/errors.ts';
import { joinNetwork, type Machine, runHere, startMachine } from './machines.ts';
import { readPage } from './page.ts';
import { type Pair, type PairOptions, takesWrites, until } from './pair.ts';

/** haproxy.cfg has it as the first panel's. */
const PANELS = '10.0.0.11';
const DATABASES = ['db1', 'db2'] as const;
const STATE = 'sudo -u postgres pg_autoctl show state --pgdata /var/lib/postgresql/monitor';
const SWITCH_OVER = 'sudo -u postgres pg_autoctl perform switchover --pgdata /var/lib/postgresql/monitor';
/** The primary has it on its disk, and waits in vain for the standby: what a returning primary must give up. */
const NEVER_ACKNOWLEDGED = 'sudo -u postgres psql -qc "create table never_acknowledged ()" panel';
const WAITING = `sudo -u postgres psql -Atc "select 1 from pg_stat_activity where wait_event = 'SyncRep' and query ~ '^create'" panel`;
const COPY = 'pg_basebackup -w';
/** pg_rewind's last word. */
const REWOUND = 'Done!';

/** The monitor and both servers in network namespaces, set up by the commands of docs/failover.md. */
export async function startMachinePair({ lab, folder }: PairOptions): Promise<Pair> {
  const secret = () => randomBytes(12).toString('hex');
  const page = readPage({ SECRET_OF_SERVERS: secret(), SECRET_OF_PANEL: secret() });
  await joinNetwork(PANELS);
  const machines = new Map<string, Machine>();
  for (const [name, address] of page.addresses) {
    const machine = await startMachine({ name, address, folder });
    machines.set(name, machine);
    lab.onEnd(machine.stop);
  }
  const monitor = machineOf('monitor');
  let [primary, other]: [string, string] = [...DATABASES];
  /** How often the logs must say that a server was rewound. */
  let rewinds = 0;
  await setUp();

  return {
    url: page.databaseUrl,
    primaryUrl: () => urlOf(primary),
    async killPrimary() {
      await losePrimary();
      await takenOver();
    },
    async freezePrimary() {
      await machineOf(primary).unplug();
      await takenOver();
    },
    thaw: () => machineOf(other).plug(),
    async switchOver() {
      await monitor.run(SWITCH_OVER);
      await takenOver();
    },
    heal,
    machines: {
      losePrimary,
      loseMonitor: monitor.cutPower,
      monitorReturns: monitor.boot,
      cutOffPanels: () => route('add'),
      panelsReturn: () => route('del'),
      async nothingIsPromoted(forMs) {
        for (const endMs = performance.now() + forMs; performance.now() < endMs; await sleep(500))
          if (await takesWrites(urlOf(other))) throw new Error(`${other} was promoted`);
      },
      takenOver,
    },
  };

  async function setUp(): Promise<void> {
    for (const { machines: names, commands } of page.blocks)
      for (const name of names) {
        // The panels' machine is this process's own, and has one set of files.
        if (name === 'app1') await runHere(commands);
        await machines.get(name)?.run(commands);
        // A person waits, as the page says.
        if (commands.includes('panel-postgres@monitor')) await until('the monitor runs', () => shows(''));
        if (name === 'db1' && commands.includes('panel-postgres@node'))
          await until('the first server runs', () => shows(' single '));
        if (commands.includes('show state')) await heal();
      }
    for (const [how, url, code] of [
      ['without TLS', urlOf(primary).replace('sslmode=require', 'sslmode=disable'), '28000'],
      ['with another password', urlOf(primary).replace(/:[^:]*@/, ':another@'), '28P01'],
    ] as const) {
      const refusal = await takesWrites(url).catch((error: unknown) => error);
      if (pgErrorOf(refusal)?.code !== code)
        throw new Error(`The primary does not refuse the panels ${how} by ${code}`, { cause: refusal });
    }
  }

  async function losePrimary(): Promise<void> {
    const machine = machineOf(primary);
    await machine.unplug();
    void machine.run(NEVER_ACKNOWLEDGED).catch(() => undefined);
    await until('a commit waits for the lost standby', async () => (await machine.run(WAITING)) !== '');
    await machine.cutPower();
    rewinds = inLogs(REWOUND) + 1;
  }

  async function takenOver(): Promise<void> {
    await until('the standby is promoted', () => takesWrites(urlOf(other)));
    [primary, other] = [other, primary];
  }

  /** Starts what has ended, and waits for a primary with its standby, which must have rewound and not copied everything. */
  async function heal(): Promise<void> {
    for (const machine of machines.values()) await machine.boot();
    await until('the monitor shows a primary and a secondary', async () => {
      const states = (await monitor.run(STATE)).split('\n').map((line) => line.split('|').slice(-2).join().trim());
      return ['primary', 'secondary'].every((state) =>
        states.some((each) => new RegExp(`^${state} *, *${state}$`).test(each)),
      );
    });
    const copies = inLogs(COPY);
    if (copies !== 1) throw new Error(`${copies} full copies were taken, and the first was enough`);
    if (inLogs(REWOUND) < rewinds) throw new Error('A primary that returned was not rewound');
  }

  function inLogs(text: string): number {
    return DATABASES.map((name) => readFileSync(join(folder, `${name}.log`), 'utf8').split(text).length - 1).reduce(
      (sum, each) => sum + each,
    );
  }

  async function shows(state: string): Promise<boolean> {
    return (await monitor.run(STATE)).includes(state);
  }

  async function route(change: 'add' | 'del'): Promise<void> {
    await machineOf(primary).run(`ip route ${change} blackhole ${PANELS}/32`);
  }

  function machineOf(name: string): Machine {
    const machine = machines.get(name);
    if (!machine) throw new Error(`docs/failover.md gives ${name} no address`);
    return machine;
  }

  /** One server of the page's URL. */
  function urlOf(name: string): string {
    return page.databaseUrl.replace(/@[^/]*/, `@${name}.internal:5432`);
  }
}
