import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/base/env.ts';

const script = join(import.meta.dirname, '../deploy/install.sh');
const DOMAIN = 'panel.example.com';
let folder: string;
let root: string;

/** Programs in the place of the system's: each writes its call to `calls`, and does the least that the script sees of it. */
const FAKES: Record<string, string> = {
  'apt-get': 'for name in "$@"; do case $name in caddy|nodejs) : >"$STATE/$name";; esac; done',
  caddy: '',
  curl: 'echo key',
  getent: '[ -e "$STATE/account" ]',
  gpg: 'while [ "$1" != -o ]; do shift; done; cat >"$2"',
  node: '[ ! -e "$STATE/nodejs" ] && echo v18.19.0 || echo v24.1.0',
  npm: '',
  systemctl: '',
  tar: 'case $* in *-xf*) cat >/dev/null; : >"$2/package.json";; esac',
  useradd: ': >"$STATE/account"',
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panel-install-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  root = join(folder, 'root');
  for (const each of ['bin', 'state', 'root/etc']) mkdirSync(join(folder, each), { recursive: true });
  writeFileSync(join(root, 'etc/os-release'), 'ID=debian\nVERSION_ID="12"\n');
  for (const [name, body] of Object.entries(FAKES)) {
    const file = join(folder, 'bin', name);
    writeFileSync(file, `#!/bin/sh\necho "${name} $*" >>"$STATE/calls"\n${body}\n`);
    chmodSync(file, 0o755);
  }
});

function install(args: string[], { input = '', os = '' } = {}) {
  if (os) writeFileSync(join(root, 'etc/os-release'), os);
  const env = { STATE: join(folder, 'state'), PATH: `${join(folder, 'bin')}:/usr/bin:/bin` };
  const ended = spawnSync('bash', [script, '--root', root, ...args], { env, input, encoding: 'utf8' });
  return { code: ended.status, out: ended.stdout, error: ended.stderr };
}

const state = (name: string) => join(folder, 'state', name);
const calls = () => (existsSync(state('calls')) ? readFileSync(state('calls'), 'utf8').split('\n') : []);
const files = () =>
  execFileSync('find', [root, '-printf', '%P %m %s %T@\n'], { encoding: 'utf8' }).split('\n').toSorted();

describe('a dry run', () => {
  test.each([
    ['by an option', ['--domain', DOMAIN], ''],
    ['by standard input', [], `${DOMAIN.toUpperCase()}\n`],
  ])('with the domain %s prints each step and changes nothing', (_, args, input) => {
    const before = files();
    const { code, out, error } = install(['--dry-run', ...args], { input });
    expect({ code, error }).toEqual({ code: 0, error: '' });
    for (const line of [
      'Node 24',
      'account panel',
      '/opt/panel',
      '/srv/backups',
      'main.env',
      `serve https://${DOMAIN}`,
    ])
      expect(out).toContain(line);
    expect(out).toMatch(/This was a dry run: nothing was changed\.\n$/);
    expect(files()).toEqual(before);
    expect(calls().filter((call) => /^(apt-get|npm|systemctl|tar|useradd|curl) /.test(call))).toEqual([]);
  });
});

describe('is refused, and nothing is changed:', () => {
  test.each([
    '',
    'localhost',
    '192.0.2.1',
    'https://panel.example.com',
    'panel.example.com/shop',
    'panel..example.com',
    '-a.example.com',
    'a_b.example.com',
    'panel.example.com {\n respond x',
    'panel.example.com\nother.example.com',
    `${'a'.repeat(64)}.example.com`,
    `${'a.'.repeat(30_000)}com`,
    'দোকান.example.com',
  ])('the domain %.40j', (domain) => {
    const before = files();
    const { code, error } = domain === '' ? install([]) : install(['--domain', domain]);
    expect(error).toContain('is no domain. Give a name such as panel.example.com');
    expect(code).toBe(1);
    expect(files()).toEqual(before);
    expect(calls()).toEqual([]);
  });

  test.each<[what: string, input: { os?: string }, args: string[], sentence: string]>([
    ['another system', { os: 'ID=ubuntu\nVERSION_ID="24.04"\n' }, [], 'This is not Debian'],
    ['an old Debian', { os: 'ID=debian\nVERSION_ID="11"\n' }, [], 'This is Debian 11: the panel needs 12 or later'],
    ['an unknown option', {}, ['--force'], 'Unknown: --force'],
    ['an option without its value', {}, ['--domain'], '--domain needs a value'],
  ])('%s', (_, input, args, sentence) => {
    const { code, error } = install([...(args.includes('--domain') ? [] : ['--domain', DOMAIN]), ...args], input);
    expect(error).toContain(sentence);
    expect(code).toBe(1);
    expect(calls()).toEqual([]);
  });

  test.each([
    ['etc/caddy/Caddyfile', 'other.example.com {\n  file_server\n}\n', /Caddyfile serves something else/],
    ['etc/panel/main.env', 'PUBLIC_URL=https://other.example.com\n', /main\.env has another PUBLIC_URL/],
  ])('another shop in %s', (path, text, sentence) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
    expect(install(['--domain', DOMAIN])).toMatchObject({ code: 1, error: expect.stringMatching(sentence) });
    expect(readFileSync(join(root, path), 'utf8')).toBe(text);
    expect(calls()).toEqual([]);
  });
});

test('an installation writes settings that the panel accepts, and a second run changes nothing and says so', () => {
  mkdirSync(join(root, 'etc/caddy'));
  writeFileSync(join(root, 'etc/caddy/Caddyfile'), '# The Caddyfile is an easy way to configure\n:80 {\n}\n');
  const first = install(['--domain', DOMAIN]);
  expect(first).toMatchObject({ code: 0, error: '' });
  expect(first.out).toContain(`The panel is on https://${DOMAIN}`);
  const called = calls().join('\n');
  for (const call of [
    'apt-get install --yes nodejs',
    'npm ci',
    'npm run build',
    'useradd --system',
    'restart panel@main',
  ])
    expect(called).toContain(call);

  const text = readFileSync(join(root, 'etc/panel/main.env'), 'utf8');
  const env = Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => /^(\w+)=(.*)$/.exec(line)?.slice(1) ?? []),
  );
  const config = readConfig({ ...env, NODE_ENV: 'production' });
  expect(config).toMatchObject({ publicUrl: `https://${DOMAIN}`, secureCookies: true, host: '127.0.0.1' });
  expect(config.backup).toEqual({ to: '/srv/backups', everyMs: 3_600_000, keep: { hours: 48, days: 30, months: 12 } });
  const modes = ['etc/panel', 'etc/panel/main.env', 'etc/panel/backup-key', 'srv/backups'].map(
    (path) => statSync(join(root, path)).mode & 0o777,
  );
  expect(modes).toEqual([0o750, 0o600, 0o640, 0o700]);
  expect(readFileSync(join(root, 'etc/caddy/Caddyfile'), 'utf8')).toBe(
    `${DOMAIN} {\n  reverse_proxy 127.0.0.1:3000\n}\n`,
  );

  const before = files();
  rmSync(state('calls'));
  expect(install(['--domain', DOMAIN])).toEqual({
    code: 0,
    out: 'All is there already: nothing was changed.\n',
    error: '',
  });
  expect(files()).toEqual(before);
  expect(calls().filter((call) => !/^(node|getent) |^$/.test(call))).toEqual([]);
});

test('a run that failed is continued by the next one, which loads what the first has written', () => {
  writeFileSync(join(folder, 'bin/systemctl'), '#!/bin/sh\nexit 1\n');
  expect(install(['--domain', DOMAIN]).code).not.toBe(0);
  writeFileSync(join(folder, 'bin/systemctl'), '#!/bin/sh\necho "systemctl $*" >>"$STATE/calls"\n');
  rmSync(state('calls'));
  const { code, out } = install(['--domain', DOMAIN]);
  expect(code).toBe(0);
  expect(out).not.toContain('main.env\n');
  expect(calls()).toContain('systemctl restart panel@main');
  expect(calls()).toContain('systemctl restart caddy');
});
