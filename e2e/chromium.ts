import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sparticuz from '@sparticuz/chromium';

const SYSTEM_CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** As root a sandbox is refused, and no machine that tests has a graphics card; the rest keeps the browser from calling home. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** A Chromium of this machine: `CHROMIUM_PATH`, else the system's own, else the one inside an npm package. Nothing is downloaded. */
export async function findChromium(): Promise<{ executablePath: string; args: string[] }> {
  const own = process.env.CHROMIUM_PATH ?? SYSTEM_CHROMIUM.find((path) => existsSync(path));
  if (own) return { executablePath: own, args: QUIET };
  return { executablePath: await unpacked(), args: [...QUIET, ...withoutShortcuts()] };
}

/**
 * The package unpacks its browser where temporary files lie, and takes one that is there for whole: two processes at once would run
 * what the other is still writing. So it is unpacked apart, and moved there once all of it is there, the program last.
 */
async function unpacked(): Promise<string> {
  const program = join(tmpdir(), 'chromium');
  if (existsSync(program)) return program;
  const apart = mkdtempSync(join(tmpdir(), 'chromium-'));
  try {
    const unpack = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;
    const [cwd, env] = [import.meta.dirname, { ...process.env, TMPDIR: apart }];
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', unpack], { cwd, env });
    for (const name of readdirSync(apart).filter((each) => each !== 'chromium')) move(apart, name);
    move(apart, 'chromium');
  } finally {
    rmSync(apart, { recursive: true, force: true });
  }
  return program;
}

function move(folder: string, name: string): void {
  try {
    renameSync(join(folder, name), join(tmpdir(), name));
  } catch (error) {
    // A folder that somebody else has put there meanwhile.
    if (!existsSync(join(tmpdir(), name))) throw error;
  }
}

/**
 * The package's own arguments are made for a cloud function: those that switch web security off would hide what these
 * tests are for, a single process ends with its first page, and a graphics card that is played by the processor takes more of it than
 * the pages.
 */
function withoutShortcuts(): string[] {
  const shortcuts =
    /^--(headless|single-process|no-zygote|disable-web-security|allow-running-insecure-content|disable-site-isolation|ignore-gpu|in-process-gpu|use-gl|use-angle|enable-unsafe)/;
  return sparticuz.args.filter((arg) => !shortcuts.test(arg) && !arg.includes('IsolateOrigins'));
}
