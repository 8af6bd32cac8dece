import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { newDataDir } from '#db/testing/data-dir.ts';
import { startDurableDatabase } from '#db/testing/database.ts';
import { launchServer } from '#server/testing/panel.ts';

/** Metrics of Prometheus and of the exporters that docs/monitoring.md names. */
const OF_OTHERS = [
  'up',
  ...['pg_up', 'pg_replication_is_replica', 'pg_replication_lag_seconds'],
  ...['pg_stat_archiver_failed_count', 'pg_stat_replication_pg_wal_lsn_diff'],
  ...['node_filesystem_avail_bytes', 'node_filesystem_size_bytes', 'pgbackrest_backup_finished_timestamp_seconds'],
];
const KEYWORDS = new Set(['and', 'or', 'unless', 'by', 'without', 'on', 'ignoring', 'group_left', 'group_right']);
/** Added to each series by Prometheus. */
const TARGET_LABELS = ['job', 'instance'];
const TOKEN = 'a token of this test';
const PATIENCE_MS = 180_000;

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

interface Panel {
  id: number;
  type: string;
  title: string;
  description?: string;
  datasource?: { uid: string };
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string }[];
}

interface Dashboard {
  schemaVersion: number;
  uid: string;
  templating: { list: { name: string; type: string }[] };
  panels: Panel[];
}

interface RuleTest {
  name: string;
  promql_expr_test: { expr: string; exp_samples: unknown[] }[];
}

const { groups } = parse(read('deploy/monitoring/rules.yml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const names = rules.map(({ alert }) => alert);
const dashboard = JSON.parse(read('deploy/monitoring/grafana-dashboard.json')) as Dashboard;
const graphs = dashboard.panels.filter(({ type }) => type !== 'row');
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...graphs.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
];
const runbooks = read('docs/runbooks.md');

/** The metrics of a running panel with everything configured that adds some. */
let exposition = '';
beforeAll(async () => {
  const [database, backups] = [await startDurableDatabase(), newDataDir('panel-monitoring-')];
  const env = { DATABASE_URL: database.url, DATABASE_READ_URL: database.url, BACKUP_TO: backups.dataDir };
  const panel = await launchServer({ ...env, METRICS_TOKEN: TOKEN });
  try {
    await panel.ready();
    await fetch(`${panel.url}/trpc/services.list`);
    exposition = await vi.waitFor(async () => {
      const answer = await fetch(`${panel.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
      const text = await answer.text();
      expect(text).toContain('ledger_checked_timestamp_seconds{');
      return text;
    }, PATIENCE_MS);
  } finally {
    await panel.kill();
    await database.drop();
    backups.remove();
  }
}, PATIENCE_MS);

/** The names of the panel's series: a histogram has three. */
function reported(): Set<string> {
  const types = [...exposition.matchAll(/^# TYPE (\S+) (\w+)/gm)];
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    ),
  );
}

/** The metrics in an expression of PromQL, with the labels that it filters by. */
function metricsIn(expr: string): { name: string; labels: string[] }[] {
  const bare = expr.replaceAll(/"[^"]*"/g, '""').replaceAll(/\b(by|without|on|ignoring) *\([^)]*\)/g, '');
  return [...bare.matchAll(/\b([a-z_][\w:]*)\b(?! *\()(?:\{([^}]*)\})?/gi)]
    .map(([, name = '', matchers = '']) => ({
      name,
      labels: [...matchers.matchAll(/(\w+) *[=!]/g)].map(([, label = '']) => label),
    }))
    .filter(({ name }) => !KEYWORDS.has(name) && !/^([smhdw]|\$?__rate_interval|e\d+)$/.test(name));
}

test('every metric in the alarms and on the dashboard exists', () => {
  const known = new Set([...reported(), ...OF_OTHERS]);
  expect(known.size).toBeGreaterThan(50);
  for (const [from, expr] of expressions) {
    const used = metricsIn(expr);
    expect(used.length, `${from}: ${expr}`).toBeGreaterThan(0);
    for (const { name } of used) expect([...known], `${from} uses ${name}`).toContain(name);
  }
});

test('every label that an expression filters by exists', () => {
  for (const [from, expr] of expressions)
    for (const { name, labels } of metricsIn(expr)) {
      const series = new RegExp(`^${name}\\{(.*)\\} `, 'm').exec(exposition)?.[1];
      if (series === undefined) continue;
      const own = [...series.matchAll(/(\w+)="/g)].map(([, label]) => label);
      for (const label of labels) expect([...own, ...TARGET_LABELS], `${from}: ${name}`).toContain(label);
    }
});

test('metrics that need a file of ours are made by that file', () => {
  expect(read('deploy/pgbackrest/panel-backup@.service')).toContain('pgbackrest_backup_finished_timestamp_seconds ');
  const [query] = Object.entries(parse(read('deploy/monitoring/postgres-queries.yml')) as Record<string, Query>);
  expect(query?.[1].metrics.flatMap((each) => Object.keys(each).map((name) => `${query[0]}_${name}`))).toEqual([
    'pg_replication_is_replica',
    'pg_replication_lag_seconds',
  ]);
});

interface Query {
  metrics: Record<string, unknown>[];
}

test('every alarm says how urgent it is, what it means, and where its runbook entry is', () => {
  expect(new Set(names).size).toBe(names.length);
  for (const { alert, labels, annotations } of rules) {
    expect(['critical', 'warning'], alert).toContain(labels.severity);
    expect(annotations.summary, alert).toMatch(/\S/);
    expect(annotations.description, alert).toMatch(/\.$/);
    expect(annotations.runbook_url).toBe(`docs/runbooks.md#${alert.toLowerCase()}`);
  }
});

test('every alarm has a runbook entry with all its parts, and every entry an alarm', () => {
  const [, alarms = ''] = /\n## Alarms\n([\s\S]*?)\n## /.exec(runbooks) ?? [];
  const entries = alarms.split(/^### /m).slice(1);
  expect(entries.map((entry) => entry.split('\n', 1)[0]).toSorted()).toEqual(names.toSorted());
  for (const entry of entries)
    for (const part of ['**Customers**', '**Look**', '**Do**', '**Over**']) expect(entry).toContain(part);
});

test('every alarm is tested: it fires, and it does not', () => {
  const { tests } = parse(read('deploy/monitoring/rules.test.yml')) as { tests: RuleTest[] };
  for (const alert of names) {
    const own = tests.flatMap((each) => each.promql_expr_test).filter(({ expr }) => expr.includes(`"${alert}"`));
    expect([alert, own.some((each) => each.exp_samples.length > 0)]).toEqual([alert, true]);
    expect([alert, own.some((each) => each.exp_samples.length === 0)]).toEqual([alert, true]);
  }
});

test('the dashboard is one that Grafana accepts, and explains each figure', () => {
  expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(39);
  expect(dashboard.templating.list).toContainEqual(expect.objectContaining({ name: 'datasource', type: 'datasource' }));
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  const cells = new Set<string>();
  for (const { title, description = '', datasource, gridPos } of graphs) {
    expect(description, title).toMatch(/\.$/);
    expect(datasource?.uid, title).toBe(`\${datasource}`);
    for (const [, list = ''] of description.matchAll(/Runbooks?: ([\w, ]+)\./g))
      for (const name of list.split(', ')) expect(names, title).toContain(name);
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect(cells, `${title} lies on another panel`).not.toContain(`${x},${y}`);
        cells.add(`${x},${y}`);
      }
  }
});

test('all targets of the scrape have a job that the alarms know', () => {
  const { scrape_configs: jobs } = parse(read('deploy/monitoring/prometheus.yml')) as {
    scrape_configs: { job_name: string }[];
  };
  const used = rules.flatMap(({ expr }) =>
    [...expr.matchAll(/job=~?"([^"]+)"/g)].flatMap(([, job = '']) => job.split('|')),
  );
  expect([...new Set(used)].toSorted()).toEqual(jobs.map(({ job_name: name }) => name).toSorted());
});
