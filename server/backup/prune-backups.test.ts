import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../base/env.ts';
import type { KeepRule } from '../base/keep-rule.ts';
import { findEntry } from './find-entry.ts';
import { FORMAT, MANIFEST_FILE, type Manifest, sealManifest } from './manifest.ts';
import { pruneBackups } from './prune-backups.ts';

const OWN = '7b0e4b0e-5a44-4c39-9d1f-0a5a1d0f6c11';
const OTHER = '1c1f8a52-93d7-4d0b-8a6e-5a0c1a0f2b22';
let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'reseller-panel-prune-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
});

const nameOf = (at: string) => `${at.replace(':', '-')}-00Z-host`;

/** An entry with a manifest alone. `at` is its time, such as 2026-01-31T05:30. */
function add(at: string, change: Partial<Manifest> = {}): string {
  const name = nameOf(at);
  mkdirSync(join(dir, name));
  const manifest: Omit<Manifest, 'hash'> = {
    ...{ kind: 'reseller-panel backup', format: FORMAT, panelVersion: '1.0.0', postgres: '18', databaseId: '7/5' },
    shop: { id: OWN, name: 'My Shop', publicUrl: 'https://shop.example' },
    ...{ host: 'host', startedAt: `${at}:00.000Z`, finishedAt: `${at}:01.000Z`, encryption: null },
    migrations: [{ tag: 'x', hash: 'x' }],
    ...{ tables: [], sequences: [], secretFingerprint: null, secretsKeyIds: [], notInside: [] },
    ledger: { wallets: 0, entries: 0, orders: 0, heldNanos: '0', isProved: true, problems: [] },
    ...change,
  };
  writeFileSync(join(dir, name, MANIFEST_FILE), sealManifest(manifest, undefined));
  return name;
}

const withoutShop = { format: 1, shop: undefined };
const prune = async (keep: KeepRule) => {
  await pruneBackups({ dir, keep, shopId: OWN, databaseId: '7/5' });
  return readdirSync(dir).toSorted();
};

describe('thinning', () => {
  test('by a number keeps the newest entries of the shop, those of others, and everything else', async () => {
    const other = add('2026-01-01T00:00', { shop: { id: OTHER, name: 'My Shop', publicUrl: 'https://shop.example' } });
    const elsewhere = add('2026-01-01T01:00', { ...withoutShop, databaseId: '8/5' });
    const older = add('2026-01-01T02:00', withoutShop);
    const [second = '', damaged = '', fourth = '', newest = ''] = ['02', '03', '04', '05'].map((day) =>
      add(`2026-01-${day}T00:00`),
    );
    rmSync(join(dir, damaged, MANIFEST_FILE));
    mkdirSync(join(dir, 'notes'));

    const others = [other, elsewhere];
    expect(await prune(4)).toEqual([...others, older, second, damaged, fourth, newest, 'notes']);
    expect(await prune(3)).toEqual([...others, second, damaged, fourth, newest, 'notes']);
    expect(await prune(0)).toEqual([...others, damaged, newest, 'notes']);
  });

  test('by periods keeps the newest entry of each hour, day and month in UTC, and no entry without an id goes', async () => {
    const older = add('2020-01-01T00:00', withoutShop);
    const other = add('2020-01-02T00:00', { shop: { id: OTHER, name: 'Other', publicUrl: null } });
    for (const at of ['2025-12-31T23:10', '2026-01-01T00:10', '2026-01-30T22:10', '2026-01-30T23:50']) add(at);
    for (const at of ['2026-02-01T00:00', '2026-02-01T00:30', '2026-02-01T01:00', '2026-02-01T03:00']) add(at);

    const left = await prune({ hours: 3, days: 2, months: 3 });

    const kept = ['2025-12-31T23:10', '2026-01-30T23:50', '2026-02-01T00:30', '2026-02-01T01:00', '2026-02-01T03:00'];
    expect(left).toEqual([older, other, ...kept.map(nameOf)]);
    expect(await prune({ hours: 0, days: 0, months: 1 })).toEqual([older, other, nameOf('2026-02-01T03:00')]);
  });

  test('an entry of a clock that was ahead is the oldest', async () => {
    for (const at of ['2999-01-01T00:00', '2026-01-01T00:00', '2026-01-01T01:00']) add(at);
    expect(await prune({ hours: 2, days: 0, months: 0 })).toEqual(['2026-01-01T00:00', '2026-01-01T01:00'].map(nameOf));
  });
});

describe('BACKUP_KEEP', () => {
  const keep = (text: string) => readConfig({ BACKUP_TO: '/srv/backups', BACKUP_KEEP: text }).backup?.keep;

  test.each([
    ['', 48],
    ['12', 12],
    ['48h,30d,12m', { hours: 48, days: 30, months: 12 }],
    ['12m, 48h', { hours: 48, days: 0, months: 12 }],
    ['7d', { hours: 0, days: 7, months: 0 }],
  ])('%j', (text, rule) => expect(keep(text)).toEqual(rule));

  test.each(['0', '-1', '1.5', '100001', '0h', '48H', '1y', '48h,', '48h,24h', '48h 30d', 'all', '9'.repeat(60_000)])(
    '%.20s is refused with the forms that are taken',
    (text) => expect(() => keep(text)).toThrow(/a number of backups, such as 48, or .* 48h,30d,12m[^]*BACKUP_KEEP/),
  );
});

describe('the entry to restore', () => {
  let said: string[];
  beforeEach(() => (said = []));
  const find = (shop?: string, from = dir) => findEntry(from, { shop, say: (line) => said.push(line) });

  test('is the newest of a folder with one shop, its entries from before an id among them', async () => {
    add('2026-01-01T00:00', withoutShop);
    const newest = add('2026-01-02T00:00');
    const damaged = add('2026-01-03T00:00');
    writeFileSync(join(dir, damaged, MANIFEST_FILE), '{');
    expect(await find()).toBe(join(dir, newest));
    expect(said).toEqual([expect.stringContaining('is damaged')]);
  });

  test('of a folder with several shops is of the one that is named', async () => {
    const own = add('2026-01-01T00:00');
    const other = add('2026-01-02T00:00', { shop: { id: OTHER, name: 'Other', publicUrl: 'https://other.example' } });
    cpSync(join(dir, own), join(dir, '2025-01-01T00-00-00Z-copy'), { recursive: true });
    add('2026-01-03T00:00', { ...withoutShop, databaseId: '9/5' });

    expect(await find('Other')).toBe(join(dir, other));
    await expect(find()).rejects.toThrow(
      /several shops\. Name one with --shop NAME\|PUBLIC_URL:[^]*Other, https:\/\/other[^]*My Shop, https:\/\/shop/,
    );
    await expect(find('Third')).rejects.toThrow(/has no entry of the shop Third, but of:[^]*My Shop/);
    await expect(find('Third', join(dir, own))).rejects.toThrow(/has no entry of the shop Third, but of:\n- My Shop/);
    add('2026-01-04T00:00', { shop: { id: crypto.randomUUID(), name: 'Other', publicUrl: 'https://third.example' } });
    await expect(find('Other')).rejects.toThrow(/Several shops are Other\. [^]*third\.example[^]*other\.example/);
  });

  test('is found by the name, PUBLIC_URL or id of its shop', async () => {
    const own = add('2026-01-01T00:00');
    add('2026-01-02T00:00', { shop: { id: OTHER, name: 'Other', publicUrl: null } });
    for (const shop of ['My Shop', 'https://shop.example', 'https://shop.example/', OWN])
      expect(await find(shop)).toBe(join(dir, own));
  });

  test('is the one that is given', async () => {
    const entry = join(dir, add('2026-01-01T00:00'));
    expect(await find(undefined, entry)).toBe(entry);
    expect(await find(undefined, '/nowhere')).toBe('/nowhere');
  });
});
