import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { freePort } from '#db/testing/free-port.ts';
import { prepare } from '../bench/prepare.ts';
import { proveMoney } from '../bench/prove.ts';
import { inLab, type Lab } from '../lab.ts';
import { spawnPanel, startPanel } from '../panel.ts';
import { sendSteadily } from './steady-orders.ts';

const ROOT = join(import.meta.dirname, '../..');
const INSTALL_LIMIT_MS = 1_800_000;
const PER_SECOND = 20;

/** The tag of the last release before this commit. A copy without git, or without tags, has none. */
function lastRelease(): string | undefined {
  try {
    const args = ['tag', '--list', 'v[0-9]*', '--merged', 'HEAD', '--no-contains', 'HEAD', '--sort=-version:refname'];
    return (
      execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n')[0] ||
      undefined
    );
  } catch {
    return undefined;
  }
}

const release = lastRelease();
const why = 'there is no release tag (v1.2.3) before this commit';
if (release === undefined) console.log(`The servers of two releases side by side: skipped, because ${why}.`);

test.skipIf(release === undefined)(
  `a server of the last release (${release ?? why}) works beside this one on its schema`,
  async () => {
    await inLab(async (lab) => {
      const checkout = await installRelease(lab, release ?? '');
      const { db, url: databaseUrl } = await lab.newDatabase('both');
      const { serviceId, customers, earlier } = await prepare(db, lab.jwtSecret, { users: 20, earlierOrders: 2 });
      const options = { name: 'older', databaseUrl, checkout };
      const port = await freePort();
      const older = spawnPanel(lab, options, port);
      lab.onEnd(older.kill);
      await older.ready();
      const current = await startPanel(lab, { name: 'current', databaseUrl });
      let placed = earlier;

      const order = async (urls: string[]) => {
        const load = sendSteadily({ urls, customers, serviceId, rate: PER_SECOND });
        await sleep(3_000);
        await load.stop();
        expect(load.failures).toEqual([]);
        expect(load.acknowledgedMs.length).toBeGreaterThan(0);
        placed += load.acknowledgedMs.length;
      };
      await order([older.url]);
      await order([older.url, current.url]);
      // A server of the release starts again after the upgrade, as after a crash or to go back.
      await older.stop();
      const again = spawnPanel(lab, options, port);
      lab.onEnd(again.kill);
      await again.ready();
      await order([again.url, current.url]);
      expect(await proveMoney(db, placed)).toContain('proved');
    });
  },
  INSTALL_LIMIT_MS,
);

/** Checks the release out beside this copy, with its own packages and its own build. */
async function installRelease(lab: Lab, tag: string): Promise<string> {
  const checkout = mkdtempSync(join(tmpdir(), 'panel-release-'));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, stdio: 'ignore' });
  lab.onEnd(() => {
    rmSync(checkout, { recursive: true, force: true });
    git('worktree', 'prune');
  });
  git('worktree', 'add', '--force', '--detach', checkout, tag);
  await run(checkout, 'npm', 'ci', '--no-audit', '--no-fund');
  await run(checkout, process.execPath, 'scripts/build.ts');
  return checkout;
}

/** @throws Error with the program's last output if it fails */
async function run(cwd: string, command: string, ...args: string[]): Promise<void> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed in the release:\n${output.slice(-2000)}`);
}
