import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sparticuz from '@sparticuz/chromium';

const SYSTEM_CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** As root a sandbox is refused, and test machines have no graphics card; the other options stop requests to the browser's vendor. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/**
 * `CHROMIUM_PATH`, else the browser in an npm package, which is for Linux on x64, else the system's own. Nothing is downloaded. The
 * package has a browser without windows and profiles: a page takes less than half of the processor time that it takes in a whole
 * browser, and every machine tests with the same version. `.ci/run` tests a system's own Chromium with a few files.
 */
export async function findChromium(): Promise<{ executablePath: string; args: string[] }> {
  const hasPackage = process.platform === 'linux' && process.arch === 'x64';
  const own = process.env.CHROMIUM_PATH ?? (hasPackage ? undefined : SYSTEM_CHROMIUM.find((path) => existsSync(path)));
  if (own) return { executablePath: own, args: QUIET };
  return { executablePath: await packagedChromium(), args: [...QUIET, ...withoutShortcuts()] };
}

/**
 * The browser in the npm package. The package unpacks it into the temporary folder, and takes an existing file for complete: of two processes one would run
 * what the other is still writing. So it is unpacked elsewhere, and moved there once complete, the program last.
 */
async function packagedChromium(): Promise<string> {
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
    // Another process has moved a folder there in the meantime.
    if (!existsSync(join(tmpdir(), name))) throw error;
  }
}

/**
 * The package's own arguments are for cloud functions: some disable web security, which these tests check, a single process ends with
 * its first page, and a software-emulated graphics card takes more processor time than the pages.
 */
function withoutShortcuts(): string[] {
  const shortcuts =
    /^--(headless|single-process|no-zygote|disable-web-security|allow-running-insecure-content|disable-site-isolation|ignore-gpu|in-process-gpu|use-gl|use-angle|enable-unsafe)/;
  return sparticuz.args.filter((arg) => !shortcuts.test(arg) && !arg.includes('IsolateOrigins'));
}
