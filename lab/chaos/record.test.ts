import { beforeEach, expect, test } from 'vitest';
import { type ChaosRecord, createRecord, type Ending, type FaultKind } from './record.ts';

let clock: number;
let record: ChaosRecord;

beforeEach(() => {
  clock = 1_000;
  record = createRecord(() => clock);
});

const backend: FaultKind = { name: 'kill of a backend' };
const worker: FaultKind = { name: 'kill of a worker', cutsClients: true };
const hung: FaultKind = { name: 'a worker hangs', cutsClients: true, hangs: true };

function attempt(ending: Ending, startedAt = clock, forMs = 10): void {
  clock = Math.max(clock, startedAt + forMs);
  record.note({ procedure: 'orders.place', startedAt, endedAt: clock, ending, detail: 'x' });
}

function succeed(times = 20): void {
  for (let nth = 0; nth < times; nth++) attempt('ok', clock + 90);
}

/** A short fault, and two seconds of successes. */
function recoverFrom(kind: FaultKind): void {
  record.begin(kind);
  record.end();
  succeed();
  expect(record.hasRecovered(0)).toBe(true);
}

test.each<[string, FaultKind, Ending, object]>([
  ['busy is fine', backend, 'busy', { busy: 1, wrong: [] }],
  ['another refusal is wrong', backend, 'wrong', { wrong: ['orders.place: wrong x (kill of a backend)'] }],
  ['a cut by a live process is wrong', backend, 'cut', { wrong: [expect.any(String)] }],
  ['a cut by a killed process is fine', worker, 'cut', { cut: 1, wrong: [] }],
  ['silence is wrong', worker, 'silent', { silent: [expect.any(String)] }],
  ['silence of a hung process is fine', hung, 'silent', { hung: 1, silent: [] }],
])('during a fault: %s', (_what, kind, ending, counts) => {
  record.begin(kind);
  attempt(ending);
  expect(record.counts).toMatchObject({ ...counts, errorsAfter: [] });
});

test('a connection to a killed process may be cut until the panel has recovered', () => {
  record.begin(worker);
  record.end();
  attempt('cut');
  expect(record.counts).toMatchObject({ cut: 1, wrong: [], errorsAfter: [] });
});

test('silence of a hung process is fine only until it was replaced', () => {
  record.begin(hung);
  const before = clock;
  attempt('silent', before, 10_000);
  record.end();
  attempt('silent', clock, 10_000);
  expect(record.counts).toMatchObject({ hung: 1, silent: ['orders.place: silent x (a worker hangs)'] });
});

test('a recovery is a quiet second with successes, and its time runs from the end of the fault', () => {
  record.begin(backend);
  clock += 5_000;
  record.end();
  attempt('busy', clock, 400);
  for (let nth = 0; nth < 10; nth++) {
    expect(record.hasRecovered(0)).toBe(false);
    succeed(1);
  }
  expect(record.hasRecovered(0)).toBe(true);
  expect(record.counts.recoveries).toEqual([{ fault: backend.name, recoveryMs: 500 }]);
});

test('there is no recovery without requests, or while one still waits', () => {
  record.begin(backend);
  record.end();
  clock += 2_000;
  expect(record.hasRecovered(0)).toBe(false);
  succeed();
  expect(record.hasRecovered(3_000)).toBe(false);
  expect(record.hasRecovered(0)).toBe(true);
});

test.each<Ending>(['busy', 'cut', 'wrong', 'silent'])('after a fault: %s is an error', (ending) => {
  recoverFrom(backend);
  clock += 10;
  attempt(ending);
  expect(record.counts.errorsAfter).toHaveLength(1);
});

test('a request from the time of a fault is judged by it', () => {
  const before = clock;
  recoverFrom(worker);
  attempt('cut', before, 20_000);
  expect(record.counts).toMatchObject({ wrong: [], errorsAfter: [] });
});

test('a fault without a recovery counts as long as it was waited for', () => {
  record.begin(backend);
  record.end();
  clock += 60_000;
  record.giveUp();
  expect(record.counts.recoveries).toEqual([{ fault: backend.name, recoveryMs: 60_000 }]);
});

test('a failed process is recorded with the fault at that time', () => {
  record.begin(backend);
  record.noteDeath('worker 7 ended');
  expect(record.counts.processDeaths).toEqual(['worker 7 ended (kill of a backend)']);
});
