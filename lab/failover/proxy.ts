import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '#db/testing/free-port.ts';
import { until } from './pair.ts';

const CONFIGURATION = join(import.meta.dirname, '../../deploy/haproxy/haproxy.cfg');
/** Only root may change its account and its root directory. */
const OF_ROOT = /^ {2}(user|group|chroot) .*\n/gm;

export interface HaProxy {
  url: string;
  /** Waits until it sends new requests to this panel, counted from 1. */
  untilUp: (panel: number) => Promise<void>;
  stop: () => Promise<void>;
}

interface Options {
  program: string;
  /** For its log and its socket. */
  folder: string;
  /** The panels' ports on this machine. */
  ports: [number, number];
}

/** Starts HAProxy with the configuration in `deploy/haproxy`, whose variables name the ports. */
export async function startHaProxy({ program, folder, ports }: Options): Promise<HaProxy> {
  const port = await freePort();
  const socket = join(folder, 'haproxy.sock');
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, readFileSync(CONFIGURATION, 'utf8').replaceAll(OF_ROOT, ''));
  const log = openSync(join(folder, 'haproxy.log'), 'a');
  const child = spawn(program, ['-db', '-f', file], {
    env: {
      ...process.env,
      ADMIN_SOCKET: socket,
      LOG_TO: 'stdout',
      INNER: `abns@failover-trial-${port}`,
      CONNECTIONS: '400',
      PANEL_BIND: `127.0.0.1:${port}`,
      PANEL_1: `127.0.0.1:${ports[0]}`,
      PANEL_2: `127.0.0.1:${ports[1]}`,
    },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const url = `http://127.0.0.1:${port}`;
  await until('HAProxy starts', async () => (await statesOf(socket)) !== '');
  return {
    url,
    untilUp: (panel) =>
      until(`HAProxy finds panel ${panel} ready`, async () =>
        (await statesOf(socket)).split('\n').some((line) => isUp(line, panel)),
      ),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** HAProxy's CSV of all servers. */
async function statesOf(socket: string): Promise<string> {
  const connection = connect(socket);
  connection.end('show stat\n');
  return await text(connection);
}

function isUp(line: string, panel: number): boolean {
  return line.startsWith(`ready,panel${panel},`) && line.split(',')[17] === 'UP';
}
