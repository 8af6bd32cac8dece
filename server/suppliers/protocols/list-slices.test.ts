import { expect, test } from 'vitest';
import { SLICE_BYTES, SLICE_LINES } from '../list-turns.ts';
import { MAX_LINE_BYTES, openList, TOO_LONG } from './list-slices.ts';

const line = (service: number, text = '') => ({
  service,
  name: `Likes "${service}" \\ [x] {y} বাংলা${text}`,
  rate: '0.90',
});
const lines = (count: number, text = '') => Array.from({ length: count }, (_, nth) => line(nth + 1, text));

async function read(body: string | Buffer) {
  const list = openList(Buffer.from(body));
  if (!list) return undefined;
  const slices: unknown[][] = [];
  for await (const slice of list.slices) slices.push(slice);
  return { ...list, slices, all: slices.flat() };
}

test.each([
  ['of short lines', lines(70_000), 140],
  ['of long lines', lines(200, 'x'.repeat(20_000)), 16],
])('a list %s is parsed in slices, and others have a turn after each', async (_, all, least) => {
  const body = Buffer.from(JSON.stringify(all));
  let turns = 0;
  let isReading = true;
  const count = () => {
    turns++;
    if (isReading) setImmediate(count);
  };
  setImmediate(count);
  const { slices = [], all: parsed = [] } = (await read(body)) ?? {};
  isReading = false;
  expect(parsed.length).toBe(all.length);
  expect(parsed.at(-1)).toEqual({ ...all.at(-1), service: String(all.length) });
  expect(slices.length).toBeGreaterThanOrEqual(least);
  expect(turns).toBeGreaterThanOrEqual(slices.length - 1);
  for (const slice of slices) {
    expect(slice.length).toBeLessThanOrEqual(SLICE_LINES);
    expect(Buffer.byteLength(JSON.stringify(slice))).toBeLessThan(SLICE_BYTES * 1.1);
  }
});

const two = JSON.stringify(lines(2));
const named = JSON.stringify({ a: line(1), b: line(2) });
test.each<[string, string, object]>([
  ['an array', two, { head: {}, isObject: false }],
  ['spaces and a byte order mark', `\ufeff \n ${two} \n`, { isObject: false }],
  ['data', `{"status":"success","n":1,"data": ${two}}`, { head: { status: 'success', n: '1' }, isObject: false }],
  ['services before others', `{"services":${two},"error":null}`, { head: {}, isObject: false }],
  ['an object of objects', named, { isObject: true }],
  ['an object of objects in data', `{"data":${named}}`, { head: {}, isObject: true }],
  ['notices with brackets', `<b>Notice</b>: x [foo] in {bar}\n${two}`, { isObject: false }],
  ['a prototype', `{"__proto__":{"error":"x"},"data":${two}}`, { isObject: false }],
])('finds %s', async (_, body, expected) => {
  const found = await read(body);
  expect(found).toMatchObject(expected);
  expect(found?.all).toEqual(lines(2).map((each) => ({ ...each, service: String(each.service) })));
});

test.each([
  ['nothing', ''],
  ['a page', '<!doctype html>[{"service":1}]'],
  ['notices before a cut list', `Notice: [x] y\n${two.slice(0, -1)}`],
])('finds no list in %s', async (_, body) => {
  expect(await read(body)).toBeUndefined();
});

test.each([
  ['a cut list', two.slice(0, -1)],
  ['a cut text', two.slice(0, 30)],
  ['more behind it', `${two}x`],
  ['two lists', `${two}${two}`],
  ['other brackets', `[{"service":1}}`],
  ['more lines than lists have', `[${'1,'.repeat(300_000)}1]`],
  ['no comma', '[{"service":1} {"service":2}]'],
  ['half a line', '[{"service":1},{"service":}]'],
  ['a cut list in data', `{"data":${two.slice(0, -1)}`],
  ['a deep line', `[${'['.repeat(30_000)}${']'.repeat(30_000)}]`],
])('refuses %s', async (_, body) => {
  await expect(read(body)).rejects.toThrow(SyntaxError);
});

test('a line that is too long is not parsed', async () => {
  const found = await read(`[{"service":1},{"x":"${'x'.repeat(MAX_LINE_BYTES)}"},{"service":2}]`);
  expect(found?.all).toEqual([{ service: '1' }, TOO_LONG, { service: '2' }]);
});
