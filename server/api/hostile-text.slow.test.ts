import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isHttpUrl } from '#shared/http-url.ts';
import { parseDollars, parsePrice } from '#shared/money.ts';
import { parseId } from '#shared/parse-id.ts';
import { requestIdOf } from '../base/idempotency-key.ts';
import { setPlainMessages } from '../base/input-messages.ts';
import { idFromCursor } from '../base/lists/keyset.ts';
import { containing, idIn } from '../base/lists/search-text.ts';
import { afterCursor } from '../base/lists/sorted-keyset.ts';
import {
  CAREFULLY,
  type Care,
  costRatios,
  type HostileShape,
  hostileShapes,
  isOverWithin,
  patternsOf,
  processorMs,
  ROUGHLY,
} from '../testing/hostile-text.ts';
import { fieldsOf, type InputField, sampleOf, withValueAt } from '../testing/input-schemas.ts';
import { listProcedures } from '../testing/inventory.ts';
import { calls } from './rest/calls.ts';

/** Cheaper texts are not measured: even a thousand of them would not matter. */
const FLOOR_MS = 2;
/** A longer duration needs no second measurement. */
const BEYOND_NOISE_MS = 200;
const LONG = 64 * 1024;

setPlainMessages();

interface Target extends InputField {
  /** The whole input with the field. */
  input: z.ZodType;
  title: string;
}

const targets: Target[] = [
  ...listProcedures().flatMap(({ path, input }) => (input ? targetsIn(path, input) : [])),
  ...calls.flatMap(({ method, path, ...schemas }) =>
    (['params', 'query', 'body'] as const).flatMap((place) =>
      schemas[place] ? targetsIn(`${method} ${path} ${place}`, schemas[place]) : [],
    ),
  ),
];

/** A field's schema costs the same in every plain object; other inputs may read the text themselves. */
const judged = [...Map.groupBy(targets, (target) => (isPlainField(target) ? target.schema : target)).values()].flatMap(
  ([target]) => target ?? [],
);

function isPlainField({ input, path }: Target): boolean {
  const { type, checks = [] } = input._zod.def;
  return type === 'object' && checks.length === 0 && path.length === 1;
}

/** Numbers the schemas in the order in which they are met. */
const numbers = new Map<z.ZodType, number>();
function numberOf(schema: z.ZodType): number {
  const number = numbers.get(schema) ?? numbers.size;
  numbers.set(schema, number);
  return number;
}

/**
 * Where a text goes, and which shapes it gets. The lines of an order cost the same in each input that has them, and both options of a
 * union get the same texts.
 */
function placeOf({ input, path: [name = '', ...rest], schema }: Target): string {
  const isPlain = input instanceof z.ZodObject && !input._zod.def.checks?.length;
  const within = isPlain ? numberOf(input.shape[name] as z.ZodType) : [numberOf(input), name];
  return JSON.stringify([within, rest, patternsOf(schema).map(({ source }) => source)]);
}

const measured = [...Map.groupBy(judged, placeOf).values()].flatMap(([target]) => target ?? []);

function targetsIn(of: string, input: z.ZodType): Target[] {
  return fieldsOf(input).map(({ path, schema }) => ({ title: `${of} ${path.join('.')}`, path, schema, input }));
}

/**
 * The cost of the whole text relative to half of it, over two doublings; 1 if it is not worth measuring. An expensive result is
 * measured again with more care, and again up to twice the length: quadratic cost keeps growing, while garbage collection and larger
 * memory blocks cause a single step.
 */
function growth(textOf: HostileShape['textOf'], work: (text: string) => void): number {
  const long = textOf(LONG);
  // A pattern's first run is the slowest, and its second compiles it.
  if (isOverWithin(FLOOR_MS, () => work(long)) || isOverWithin(FLOOR_MS, () => work(long))) return 1;
  const growthsTo = (length: number, care: Care) => {
    const [whole, quarter] = [textOf(length), textOf(length / 4)];
    return costRatios(
      () => work(whole),
      () => work(quarter),
      care,
    ).map(Math.sqrt);
  };
  if (Math.max(...growthsTo(LONG, ROUGHLY)) < 2.5) return 1;
  const longMs = processorMs(() => work(long), ROUGHLY.leastMs);
  if (longMs < FLOOR_MS) return 1;
  const ratio = medianOf(growthsTo(LONG, CAREFULLY));
  return ratio <= 3 || longMs > BEYOND_NOISE_MS ? ratio : Math.min(ratio, medianOf(growthsTo(2 * LONG, CAREFULLY)));
}

function medianOf(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function dearShapes(shapes: HostileShape[], work: (text: string) => void): string[] {
  return shapes.flatMap(({ name, textOf }) => {
    const ratio = growth(textOf, work);
    return ratio > 3 ? [`${name}: twice the length costs ${ratio.toFixed(1)} times as much`] : [];
  });
}

test.each(measured)('$title: twice the hostile text costs at most three times as much', ({ input, path, schema }) => {
  const sample = sampleOf(input);
  const shapes = hostileShapes(patternsOf(schema));
  expect(dearShapes(shapes, (text) => input.safeParse(withValueAt(sample, path, text)))).toEqual([]);
});

const isText = ({ schema }: Target) => schema instanceof z.ZodString || schema instanceof z.ZodStringFormat;
const texts = targets.filter(isText);

test('texts are found', () => {
  expect(texts.map(({ title }) => title)).toEqual(
    expect.arrayContaining([
      'auth.register email',
      'POST /api/v1/user/register body email',
      'admin.paymentMethods.save stepsBn.0',
    ]),
  );
});

const longer = 'x'.repeat(LONG);
/** Files and comments, whose calls accept larger bodies; none is as long as the second text. */
const longTexts =
  /^admin\.services\.import csv$|^admin\.evidence\.import csv$|^admin\.images\.upload data$|\bcomments$/;
const longest = 'x'.repeat(4 * 1024 * 1024);

test.each(judged.filter(isText))('$title has a maximum length, or is cut to one', ({ title, schema }) => {
  const tooLong = longTexts.test(title) ? longest : longer;
  if (patternsOf(schema).some(isBounded)) return;
  const { success, data } = schema.safeParse(tooLong);
  if (success) expect(String(data).length).toBeLessThan(1000);
  else expect(new Set(schema.safeParse(tooLong).error?.issues.map(({ code }) => code))).toEqual(new Set(['too_big']));
});

/** Whether the pattern itself limits the length, like that of a UUID. */
function isBounded({ source }: RegExp): boolean {
  return !/[*+]/.test(source);
}

const patterns = new Map(texts.flatMap(({ schema }) => patternsOf(schema).map((pattern) => [pattern.source, pattern])));

test.each([...patterns.values()])('%s is linear, also without a length limit', (pattern) => {
  expect(dearShapes(hostileShapes([pattern]), (text) => pattern.test(text))).toEqual([]);
});

/** Functions that read text which no schema has checked, or which a form shows while it is typed. */
const readers: Record<string, (text: string) => unknown> = {
  parseDollars,
  parsePrice,
  parseId,
  isHttpUrl,
  containing,
  idIn,
  'the key of an idempotent call': (text) =>
    refused(() => requestIdOf({ headers: { 'idempotency-key': text } }, 'orders.place')),
  'a cursor of ids': (text) => refused(() => idFromCursor(text)),
  'a cursor of keys': (text) => refused(() => afterCursor('newest', { keys: [], descending: true }, text)),
};

test.each(Object.entries(readers))(
  '%s is linear',
  (_name, read) => {
    expect(dearShapes(hostileShapes(), read)).toEqual([]);
  },
  120_000,
);

function refused(read: () => unknown): void {
  expect(read).not.toThrow(TypeError);
}

describe('the measurement', () => {
  const shapes = hostileShapes().filter(({ name }) => name.startsWith('"a@" + "." '));

  test('detects a quadratic pattern', () => {
    const quadratic = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
    expect(dearShapes(shapes, (text) => quadratic.test(`a@${text.slice(-text.length / 16)}`))).toHaveLength(1);
  });

  test('accepts an expensive, linear one', () => {
    const dear = (text: string) => {
      for (let times = 0; times < 60; times++) text.normalize('NFD');
    };
    expect(dearShapes(shapes, dear)).toEqual([]);
  });

  test('knows every kind of schema or fails', () => {
    expect(() => fieldsOf(z.object({ when: z.date() }))).toThrow('inputs of the type date are not known');
  });
});
