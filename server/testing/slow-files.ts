import type { Reporter, TestModule } from 'vitest/node';

const LIMIT_MS = 20_000;

/** Adds a list to a run's output: files whose tests, hooks and imports took more than 20 seconds, slowest first. */
// oxlint-disable-next-line import/no-default-export -- Vitest loads a reporter by its default export
export default class SlowFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const slow = modules
      .map((module) => ({ file: module.relativeModuleId, ...module.diagnostic() }))
      .map(({ file, collectDuration, duration }) => ({ file, ms: collectDuration + duration }))
      .filter(({ ms }) => ms > LIMIT_MS)
      .toSorted((one, other) => other.ms - one.ms);
    if (slow.length === 0) return;
    const rows = slow.map(({ file, ms }) => `${(ms / 1000).toFixed(0).padStart(6)} s  ${file}`);
    console.log(`\nFiles that took more than ${LIMIT_MS / 1000} s:\n${rows.join('\n')}`);
  }
}
