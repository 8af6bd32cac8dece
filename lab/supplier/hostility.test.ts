import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { faults } from '#server/testing/supplier-faults.ts';
import type { SupplierOrder } from '#server/testing/supplier-server.ts';
import { callActions } from '#shared/suppliers.ts';
import { createHostility } from './hostility.ts';
import { appendOrder, journalIn, readJournal } from './journal.ts';

const links = Array.from({ length: 2_000 }, (_, nth) => `https://example.com/${nth}`);

test('the same seed has the same faults in any order of the calls, and another seed has others', () => {
  const drawn = (seed: number, of: string[]) => {
    const hostility = createHostility({ seed, percent: 50 });
    return new Map(of.map((link) => [link, [hostility('add', { link }), hostility('add', { link })]]));
  };
  const [once, backwards] = [drawn(7, links), drawn(7, links.toReversed())];
  for (const link of links) expect(backwards.get(link)).toEqual(once.get(link));
  expect(drawn(8, links)).not.toEqual(once);
});

test('as many calls as asked for have a fault, and faults of each kind happen', () => {
  const hostility = createHostility({ seed: 1, percent: 30, hangs: true });
  const drawn = links.map((link) => hostility('add', { link }));
  const count = drawn.filter((fault) => fault !== undefined).length;
  expect(count / links.length).toBeCloseTo(0.3, 1);
  expect([...new Set(drawn)]).toEqual(
    expect.arrayContaining(['lost_before', 'lost_after', 'page_504_after', 'switches_after']),
  );
  const all = createHostility({ seed: 1, percent: 100, hangs: true, words: true });
  const seen = callActions.flatMap((action) => links.map((order) => all(action, { order }) ?? 'slow'));
  for (const fault of new Set(seen)) expect(Object.keys(faults)).toContain(fault);
});

test('a killed supplier has its orders again, without the line that the kill cut', () => {
  const folder = mkdtempSync(join(tmpdir(), 'journal-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = journalIn(folder);
  expect(readJournal(file).size).toBe(0);
  const order: SupplierOrder = {
    service: '101',
    link: 'https://example.com/a',
    quantity: 10,
    requestId: 'a',
    status: 'Pending',
    charge: 9,
    startCount: 0,
    remains: 10,
  };
  appendOrder(file, '1', order);
  appendOrder(file, '2', order);
  appendOrder(file, '1', { ...order, status: 'Completed' });
  appendFileSync(file, '{"id":"3","order":{"serv');
  expect([...readJournal(file)]).toEqual([
    ['1', { ...order, status: 'Completed' }],
    ['2', order],
  ]);
});
