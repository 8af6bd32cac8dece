import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { addressesOf } from '#db/addresses.ts';
import { CLUSTER_FLAGS } from '#db/embedded/cluster.ts';
import { readConfig } from '#server/base/env.ts';
import { readPage } from '../lab/failover/page.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const UNTRIED = /^.*\bNot tried\b/m;
/** The first lines of a file say it. */
const HEAD_LINES = 6;

test('every file for operators is used by a test, or says that it was not tried', () => {
  const files = globSync('deploy/**/*', { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  const tests = globSync(['{scripts,server,lab,db}/**/*.test.ts', 'lab/failover/*.ts'], { cwd: root }).map(read);
  expect(files.length).toBeGreaterThanOrEqual(7);
  const isUsed = (file: string) => {
    const parts = file.split('/');
    // A program may put a path together from its folder and its name.
    return tests.some((text) => text.includes(file) || parts.every((part) => text.includes(part)));
  };
  const head = (file: string) => read(file).split('\n', HEAD_LINES).join('\n');
  expect(files.filter((file) => !UNTRIED.test(head(file)) && !isUsed(file))).toEqual([]);
});

/** The values of one setting of a unit, in order. */
function settingsOf(unit: string, name: string): string[] {
  return [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);
}

const KEY = 'abcdefgh'.repeat(5);
const units = ['deploy/systemd/panel@.service', 'deploy/systemd/panel-postgres@.service'];

test.skipIf(!existsSync('/usr/bin/systemd-analyze'))('systemd accepts the units, and both are confined', () => {
  const folder = mkdtempSync(join(tmpdir(), 'panel-units-'));
  try {
    const files = units.map((path) => {
      const file = join(folder, path.slice(path.lastIndexOf('/') + 1));
      // It also looks for the program and its folder.
      writeFileSync(
        file,
        read(path)
          .replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true')
          .replaceAll('/opt/panel', '/'),
      );
      return file;
    });
    execFileSync('systemd-analyze', ['verify', ...files], { stdio: 'pipe' });
    for (const file of files)
      execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=25', file], { stdio: 'pipe' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the panel has enough time to drain and to stop, and what its unit runs exists', () => {
  const unit = read('deploy/systemd/panel@.service');
  const environment = Object.fromEntries(
    settingsOf(unit, 'Environment').map((line) => line.split('=') as [string, string]),
  );
  const { drainMs, production } = readConfig({ ...environment, JWT_SECRET: KEY, SECRETS_KEY: KEY });
  expect(production).toBe(true);
  expect(settingsOf(unit, 'ReadWritePaths')).toEqual(['-/srv/backups']);
  const [limit] = settingsOf(unit, 'TimeoutStopSec');
  expect(Number(limit) * 1000).toBeGreaterThan(drainMs + 10_000);
  // HAProxy notices within two checks.
  const [, inter, fall] = /inter (\d+)ms fall (\d+)/.exec(read('deploy/haproxy/haproxy.cfg')) ?? [];
  expect(drainMs).toBeGreaterThan(2 * Number(inter) * Number(fall));
  const [program] = settingsOf(unit, 'ExecStart');
  for (const path of program?.replaceAll('/opt/panel/', '').split(' ') ?? [])
    expect(existsSync(join(root, path)), path).toBe(true);
  for (const name of ['monitor', 'node'])
    execFileSync('/bin/sh', ['-n', join(root, `deploy/pg_auto_failover/${name}.sh`)]);
});

/** As `npm run trial:failover -- --machines` types it. */
const { blocks, addresses, databaseUrl } = readPage({ SECRET_OF_SERVERS: 'abc', SECRET_OF_PANEL: 'def' });
const commandsOf = (machine: string) =>
  blocks.filter(({ machines }) => machines.includes(machine)).map(({ commands }) => commands);

test('the page sets up three machines with addresses, passwords and TLS', () => {
  expect([...addresses.keys()]).toEqual(['monitor', 'db1', 'db2']);
  for (const machine of addresses.keys()) expect(commandsOf(machine).length, machine).toBeGreaterThanOrEqual(3);
  expect(commandsOf('app1')[0]).toContain('/etc/hosts');
  expect(databaseUrl).toBe('postgres://panel:def@db1.internal:5432,db2.internal:5432/panel?sslmode=require');
  const order = blocks.flatMap(({ commands }) => /^systemctl enable --now (.*)$/m.exec(commands)?.[1] ?? []);
  expect(order).toEqual(['panel-postgres@monitor', 'panel-postgres@node']);
});

test.each([
  ['monitor', 'monitor.sh'],
  ['db1', 'node.sh'],
])('the page gives %s each variable that %s demands', (machine, script) => {
  const given = commandsOf(machine).join('');
  const demanded = [...read(`deploy/pg_auto_failover/${script}`).matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
  expect(demanded).toContain('PGPASSWORD');
  for (const name of demanded) expect(given).toMatch(new RegExp(`^${name}=.`, 'm'));
});

interface Service {
  cap_drop?: string[];
  command?: string[];
  depends_on?: string[] | Record<string, { condition: string }>;
  environment?: Record<string, string>;
  image?: string;
  ports?: string[];
  read_only?: boolean;
  volumes?: string[];
}

test('the compose file fits the panel, HAProxy and itself', () => {
  const text = read('deploy/compose.two-panels.yml');
  expect(text).toMatch(UNTRIED);
  const { services, volumes, configs } = parse(text, { merge: true }) as {
    services: Record<string, Service>;
    volumes: Record<string, null>;
    configs: Record<string, { content: string }>;
  };
  const { panel1, panel2, proxy, db1, db2 } = services;
  for (const [name, service] of Object.entries(services)) {
    expect(service, name).toMatchObject({ cap_drop: ['ALL'], read_only: true, mem_limit: expect.any(String) });
    for (const other of Object.keys(Array.isArray(service.depends_on) ? {} : (service.depends_on ?? {})))
      expect(Object.keys(services), name).toContain(other);
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':');
      if (source.startsWith('.')) expect(existsSync(join(root, source)), source).toBe(true);
      else expect(Object.keys(volumes)).toContain(source);
    }
  }
  // Both have one database and one secret, but folders of their own.
  expect(panel1?.environment).toEqual(panel2?.environment);
  expect(panel1?.volumes).not.toEqual(panel2?.volumes);
  const url = panel1?.environment?.DATABASE_URL?.replace(/\$\{[^}]*\}/, 'password') ?? '';
  expect(addressesOf(url)).toEqual([
    { host: 'db1', port: 5432 },
    { host: 'db2', port: 5432 },
  ]);
  expect(db1?.environment?.POSTGRES_INITDB_ARGS?.split(' ')).toEqual([...CLUSTER_FLAGS, '--auth-host=scram-sha-256']);
  expect(db1?.image).toBe(db2?.image);
  for (const { ports = [] } of Object.values(services))
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  const known = [...read('deploy/haproxy/haproxy.cfg').matchAll(/presetenv (\w+)/g)].map(([, name]) => name);
  for (const name of Object.keys(proxy?.environment ?? {})) expect(known).toContain(name);
  const lines = configs.hba?.content.trim().split('\n') ?? [];
  expect(lines).toContain('host replication all all scram-sha-256');
  expect(lines.filter((line) => line.startsWith('host') && line.endsWith('trust'))).toEqual([]);
});
