import { beforeEach, describe, expect, test } from 'vitest';
import { type ChaosRecord, createRecord, type Ending } from './record.ts';

let clock: number;
let record: ChaosRecord;

beforeEach(() => {
  clock = 1_000;
  record = createRecord(() => clock);
});

function tried(ending: Ending, startedAt = clock, forMs = 10): void {
  clock = Math.max(clock, startedAt + forMs);
  record.note({ what: 'orders.place', startedAt, endedAt: clock, ending, told: 'x' });
}

const backend = { name: 'kill of a backend', cutsClients: false };
const hung = { name: 'a worker hangs', cutsClients: true, hangs: true };
const worker = { name: 'kill of a worker', cutsClients: true };

/** A fault that is over at once, and a panel that answers well for the next two seconds. */
function recoverFrom(kind: typeof backend): boolean {
  record.begin(kind);
  record.end();
  for (let nth = 0; nth < 20; nth++) tried('ok', clock + 90);
  return record.hasRecovered(0);
}

describe('while something is broken', () => {
  test('busy is an answer', () => {
    record.begin(backend);
    tried('busy');
    expect(record.counts).toMatchObject({ busy: 1, wrong: [], errorsAfter: [] });
  });

  test('any other refusal is wrong, and so is a cut connection of a process that lives', () => {
    record.begin(backend);
    tried('wrong');
    tried('cut');
    expect(record.counts.wrong).toHaveLength(2);
    expect(record.counts.errorsAfter).toEqual([]);
  });

  test('a connection to a process that was killed may be cut, until the panel is back', () => {
    record.begin(worker);
    tried('cut');
    record.end();
    tried('cut');
    expect(record.counts).toMatchObject({ cut: 2, wrong: [], errorsAfter: [] });
  });

  test('silence is never right', () => {
    record.begin(worker);
    tried('silent');
    expect(record.counts.silent).toHaveLength(1);
  });

  test('but expected of a process that was made to hang, until it was replaced', () => {
    record.begin(hung);
    tried('silent', clock, 10_000);
    const before = clock;
    record.end();
    tried('silent', before, 10_000);
    expect(record.counts).toMatchObject({ hung: 1, silent: ['orders.place: silent x (a worker hangs)'] });
  });
});

describe('back', () => {
  test('is a panel that had a quiet second with answers, counted from the end of the fault', () => {
    record.begin(backend);
    clock += 5_000;
    record.end();
    tried('busy', clock, 400);
    for (let nth = 0; nth < 10; nth++) {
      expect(record.hasRecovered(0)).toBe(false);
      tried('ok', clock + 90);
    }
    expect(record.hasRecovered(0)).toBe(true);
    expect(record.counts.recoveries).toEqual([{ fault: backend.name, recoveryMs: 500 }]);
  });

  test('is not one that nobody asked anything, or where somebody still waits', () => {
    record.begin(backend);
    record.end();
    clock += 2_000;
    expect(record.hasRecovered(0)).toBe(false);
    for (let nth = 0; nth < 20; nth++) tried('ok', clock + 90);
    expect(record.hasRecovered(3_000)).toBe(false);
    expect(record.hasRecovered(0)).toBe(true);
  });
});

describe('after it', () => {
  test.each(['busy', 'cut', 'wrong', 'silent'] as const)('%s is an error', (ending) => {
    expect(recoverFrom(backend)).toBe(true);
    clock += 10;
    tried(ending);
    expect(record.counts.errorsAfter).toHaveLength(1);
  });

  test('what was asked while something was broken is still of that time', () => {
    const before = clock;
    expect(recoverFrom(worker)).toBe(true);
    tried('cut', before, 20_000);
    expect(record.counts).toMatchObject({ wrong: [], errorsAfter: [] });
  });
});

test('a process that ends by itself is told with what was done at the time', () => {
  record.begin(backend);
  record.noteDeath('worker 7 ended');
  expect(record.counts.processDeaths).toEqual(['worker 7 ended (kill of a backend)']);
});
