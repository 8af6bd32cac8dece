import { setTimeout as sleep } from 'node:timers/promises';
import type { Lab } from '../lab.ts';
import { ADMIN_ENV, type Panel, spawnPanel } from '../panel.ts';
import { signalTo } from '../processes.ts';
import type { HaProxy } from './proxy.ts';

/** Longer than HAProxy needs to see that a panel stops: two checks of half a second. */
const DRAIN_SECONDS = 3;
/** `RestartSec` of deploy/systemd/panel.service. */
const RESTART_PAUSE_MS = 1_000;

/** Two panels on one database, each a supervisor with its workers, its port and its data. */
export interface Servers {
  /** Kills all processes of a panel, and starts it again like a service manager. Resolves when it is ready. */
  kill: (nth: number) => Promise<void>;
  /** The panel itself replaces the worker. */
  killWorker: (nth: number) => Promise<void>;
  /** Stops and starts one panel after the other, each once HAProxy uses the one before again. */
  restartInTurn: (proxy: HaProxy) => Promise<void>;
  /** From the next start on panels run from this checkout. */
  use: (checkout: string) => void;
  /** The last lines of both logs. */
  tail: () => string;
  stop: () => Promise<void>;
}

interface Options {
  databaseUrl: string;
  ports: [number, number];
  /** The checkout that they run from first; by default this one. */
  from?: string | undefined;
}

/** Starts both panels, and waits until they are ready. They end with the lab at the latest. */
export async function startServers(lab: Lab, { databaseUrl, ports, from }: Options): Promise<Servers> {
  let checkout = from;
  const panels: Panel[] = [];
  lab.onEnd(async () => {
    for (const panel of panels) await panel.kill();
  });
  for (const nth of [0, 1]) await start(nth);

  return {
    async kill(nth) {
      await panelOf(nth).kill();
      await sleep(RESTART_PAUSE_MS);
      await start(nth);
    },
    async killWorker(nth) {
      const panel = panelOf(nth);
      const [pid] = panel.workerPids();
      if (pid === undefined) throw new Error('The worker of a fault was not found');
      signalTo(pid, 'SIGKILL');
      await panel.ready();
    },
    async restartInTurn(proxy) {
      for (const nth of [0, 1]) {
        const code = await panelOf(nth).stop();
        if (code !== 0) throw new Error(`panel ${nth + 1} stopped with exit code ${code}:\n${panelOf(nth).tail()}`);
        await start(nth);
        await proxy.untilUp(nth + 1);
      }
    },
    use(next) {
      checkout = next;
    },
    tail: () => panels.map((panel, nth) => `panel ${nth + 1}:\n${panel.tail(15)}`).join('\n'),
    async stop() {
      await Promise.all(panels.map((panel) => panel.stop()));
    },
  };

  async function start(nth: number): Promise<void> {
    const options = {
      name: `panel${nth + 1}`,
      databaseUrl,
      ...(checkout && { checkout }),
      env: {
        ...ADMIN_ENV,
        SEED: 'catalogue',
        LOG_LEVEL: 'warn',
        DRAIN_SECONDS: String(DRAIN_SECONDS),
        TRUST_PROXY: '127.0.0.1',
      },
    };
    const panel = spawnPanel(lab, options, ports[nth] ?? 0);
    panels[nth] = panel;
    await panel.ready();
  }

  function panelOf(nth: number): Panel {
    const panel = panels[nth];
    if (!panel) throw new Error(`There is no panel ${nth + 1}`);
    return panel;
  }
}
