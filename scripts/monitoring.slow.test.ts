import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { stringify } from 'yaml';

const PROMTOOL = '/usr/bin/promtool';
const isInstalled = existsSync(PROMTOOL);
const PATIENCE_MS = 600_000;
const FILES = ['prometheus.yml', 'rules.yml', 'rules.test.yml', 'grafana-dashboard.json'];

const folder = mkdtempSync(join(tmpdir(), 'panel-monitoring-'));
afterAll(() => rmSync(folder, { recursive: true }));
for (const file of FILES) copyFileSync(join(import.meta.dirname, '../deploy/monitoring', file), join(folder, file));

/** Its output; an error of the tool fails the test. */
const promtool = (...args: string[]) => execFileSync(PROMTOOL, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

if (!isInstalled) console.log(`Skipped: this needs ${PROMTOOL} (apt-get install prometheus).`);

test.skipIf(!isInstalled)('Prometheus accepts its configuration and the rules', () => {
  writeFileSync(join(folder, 'panel-metrics-token'), 'a token of this test');
  expect(promtool('check', 'config', 'prometheus.yml')).toContain('SUCCESS');
  expect(promtool('check', 'rules', '--lint-fatal', 'rules.yml')).toContain('SUCCESS');
});

test.skipIf(!isInstalled)('each alarm fires when it should, and only then', { timeout: PATIENCE_MS }, () => {
  expect(promtool('test', 'rules', 'rules.test.yml')).toContain('SUCCESS');
});

test.skipIf(!isInstalled)('Prometheus understands each expression of the dashboard', () => {
  const { panels } = JSON.parse(readFileSync(join(folder, 'grafana-dashboard.json'), 'utf8')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  const rules = panels
    .flatMap(({ targets = [] }) => targets)
    .map(({ expr }, index) => ({
      record: `dashboard:${index}`.replace(/\d/g, (digit) => String.fromCharCode(97 + Number(digit))),
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
    }));
  expect(rules.length).toBeGreaterThan(20);
  writeFileSync(join(folder, 'dashboard.yml'), stringify({ groups: [{ name: 'dashboard', rules }] }));
  expect(promtool('check', 'rules', 'dashboard.yml')).toContain(`${rules.length} rules found`);
});
