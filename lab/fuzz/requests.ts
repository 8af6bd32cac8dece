import { METHODS } from 'node:http';
import type { z } from 'zod';
import { calls } from '#server/api/rest/calls.ts';
import { fieldsOf, sampleOf, withValueAt } from '#server/testing/input-schemas.ts';
import {
  addressOf,
  type CallInput,
  listProcedures,
  type RouteEntry,
  validCallInput,
  validInput,
} from '#server/testing/inventory.ts';
import { type Choices, choicesOf } from '../choices.ts';
import { type Framing, framings, hostileHeaders } from './hostile-headers.ts';
import { hostileText, jsonFragment, prototypeNames } from './hostile-values.ts';

/** A placeholder until the rest of the JSON is written. */
const MARK = 'a value that is put in as text';

/**
 * The JSON text of an input that is nearly valid or not at all.
 * @param schema undefined for no input
 * @param sample a valid input, generated from the schema by default
 */
function hostileInput(choices: Choices, schema: z.ZodType | undefined, sample?: unknown): string {
  const { pick, chance } = choices;
  const valid = sample ?? (schema && sampleOf(schema));
  if (!schema || valid === undefined || chance(8)) return jsonFragment(choices);
  const text = JSON.stringify(valid);
  if (chance(30)) return text;
  const fields = fieldsOf(schema);
  const changed = fields.length > 0 && chance(70) ? withFragmentAt(choices, valid, pick(fields).path) : text;
  return changed === text || chance(20) ? withExtraField(choices, changed) : changed;
}

function withFragmentAt(choices: Choices, valid: unknown, path: (string | number)[]): string {
  const [before = '', after = ''] = JSON.stringify(withValueAt(valid, path, MARK)).split(JSON.stringify(MARK), 2);
  return before + jsonFragment(choices) + after;
}

/** Puts an unknown field before the others. */
function withExtraField(choices: Choices, object: string): string {
  const name = JSON.stringify(choices.pick([...prototypeNames, 'role', 'balanceNanos', '', ' ', 'id']));
  return object.replace('{', () => `{${name}:${jsonFragment(choices)}${object === '{}' ? '' : ','}`);
}

export type Caller = 'anonymous' | 'customer' | 'blocked' | 'admin';
/** Callers with more permissions are more frequent. */
const callers: Caller[] = [
  'anonymous',
  'blocked',
  ...Array<Caller>(4).fill('customer'),
  ...Array<Caller>(5).fill('admin'),
];

/** A request without its token: the same for the same seed and number. */
export interface FuzzRequest {
  number: number;
  caller: Caller;
  method: string;
  /** Of the request line. */
  target: string;
  headers: [name: string, value: string][];
  body: Buffer;
  framing: Framing;
}

type Draft = Pick<FuzzRequest, 'method' | 'target'> & { json?: string; headers?: FuzzRequest['headers'] };

/** @param routes those of the running app */
export function requestOf(seed: number, number: number, routes: RouteEntry[]): FuzzRequest {
  // Spread out: neighbouring numbers of neighbouring seeds are different inputs.
  const choices = choicesOf(Math.imul(seed, 1_000_003) + number);
  const { pick, chance } = choices;
  const kind = pick([oneProcedure, oneProcedure, oneProcedure, batch, restCall, restCall, restCall, anyRoute]);
  const { method, target, json, headers = [] } = kind(choices, routes);
  return {
    number,
    caller: pick(callers),
    method: chance(96) ? method : pick(METHODS),
    target,
    headers: [...headers, ...hostileHeaders(choices, json !== undefined)],
    body: json === undefined ? Buffer.alloc(0) : bytesOf(choices, json),
    framing: chance(94) ? 'length' : pick(framings),
  };
}

const procedures = listProcedures();
const streamed: FuzzRequest['headers'] = [['trpc-accept', 'application/jsonl']];

function oneProcedure(choices: Choices): Draft {
  const { pick, chance } = choices;
  const procedure = pick(procedures);
  const { path, type, input } = procedure;
  const json = hostileInput(choices, input, validInput(procedure));
  const headers = chance(10) ? streamed : [];
  const isQuery = chance(95) ? type !== 'mutation' : chance(50);
  if (isQuery) return { method: 'GET', target: `/trpc/${path}?input=${inAddress(choices, json)}`, headers };
  return { method: 'POST', target: `/trpc/${path}`, json, headers };
}

function batch(choices: Choices): Draft {
  const { pick, chance, whole } = choices;
  const isQuery = chance(50);
  const fitting = procedures.filter(({ type }) => (type === 'query') === isQuery);
  const called = Array.from({ length: pick([1, 2, 3, 5, 10, 11]) }, () => pick(chance(97) ? fitting : procedures));
  const named = called.map(({ path }) => (chance(95) ? path : pick([...prototypeNames, '', 'orders', 'a.b.c'])));
  const key = (index: number) => (chance(90) ? String(index) : pick([...prototypeNames, '-1', '99', '']));
  const fields = called.map(
    (procedure, index) =>
      `${JSON.stringify(key(index))}:${hostileInput(choices, procedure.input, validInput(procedure))}`,
  );
  const json = chance(95) ? `{${fields.join()}}` : `[${fields.length}]`;
  const path = `/trpc/${named.join(pick([',', ',', ',', '%2C', ',,']))}?batch=${pick(['1', '1', '1', '1', '', '0', '1&batch=1'])}`;
  const headers = chance(40) ? streamed : [];
  if (isQuery) return { method: 'GET', target: `${path}&input=${inAddress(choices, json)}`, headers };
  return { method: 'POST', target: whole(0, 20) === 0 ? `${path}&input={}` : path, json, headers };
}

function restCall(choices: Choices): Draft {
  const { pick, chance } = choices;
  const call = pick(calls);
  const valid = validCallInput(call);
  const json = call.body || chance(10) ? hostileInput(choices, call.body, valid.body) : undefined;
  return { method: call.method, target: addressOf(call, hostileAddress(choices, valid)) + oddQuery(choices), json };
}

/** The parameters of a URL, some replaced by hostile texts. */
function hostileAddress(choices: Choices, { params = {}, query = {} }: CallInput): Partial<CallInput> {
  const { chance } = choices;
  const odd = (value: unknown) => (chance(25) ? hostileText(choices).slice(0, 3000).toWellFormed() : value);
  const changed = (bag: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(bag).map(([name, value]) => [name, odd(value)]));
  return { params: changed(params), query: changed(query) };
}

function oddQuery({ pick, chance }: Choices): string {
  if (chance(85)) return '';
  const name = pick([...prototypeNames, 'page', 'limit', 'category', 'search', 'a[b]', 'a[]', '%zz', '']);
  const value = pick([
    '',
    '1',
    '-1',
    '1e9',
    '%',
    '%00',
    '%C3%28',
    '%ED%A0%80',
    '+',
    'x'.repeat(5000),
    '&'.repeat(3000),
  ]);
  return `?${name}=${value}${chance(30) ? `&${name}=${value}` : ''}`;
}

function anyRoute(choices: Choices, routes: RouteEntry[]): Draft {
  const { pick, chance } = choices;
  const { method, url } = pick(routes);
  const path = url.replaceAll(/:\w+|\*/g, () => pick(oddPaths));
  return {
    method,
    target: (chance(70) ? path : pick(oddTargets)) + oddQuery(choices),
    json: chance(30) ? '{}' : undefined,
  };
}

const oddPaths = [
  ...['', '1', 'x', '..', '%2e%2e%2f%2e%2e%2fetc%2fpasswd', '%', '%zz', '%00', '%C0%AE', '%ED%A0%80', '..%5c..%5c'],
  ...['a'.repeat(4000), 'a'.repeat(6000), '//x', ';a=b', '%F0%9F%98%80', 'index.html', '.env', 'assets/', 'csp.json'],
  ...prototypeNames,
];

const oddTargets = [
  ...'/ // ///x /% /%zz /trpc /trpc/ /trpc// /trpc/a/b /api /api/v1/ /refresh/ * ?'.split(' '),
  ...'http://evil.test/ http://evil.test:99999/livez /..%2f..%2fpackage.json /../package.json /./livez /livez/'.split(
    ' ',
  ),
  ...[
    '/\\evil.test',
    '/reset-password/x',
    '/%2e%2e/%2e%2e/etc/passwd',
    `/${'a/'.repeat(3000)}`,
    '/é',
    '/#x',
    'livez',
    '',
  ],
  ...['/', '/trpc/', '/api/v1/'].flatMap((folder) => prototypeNames.map((name) => folder + name)),
];

/** Mostly escaped correctly. */
function inAddress({ pick, chance }: Choices, json: string): string {
  const text = json.slice(0, 9000).toWellFormed();
  if (chance(90)) return encodeURIComponent(text);
  return pick([
    () => encodeURIComponent(text).replaceAll('%22', '%'),
    () => encodeURIComponent(encodeURIComponent(text)),
    () => text.replaceAll(/[^!-~]/g, '+'),
    () => `${encodeURIComponent(text)}&input={}`,
    () => `%C3%28${encodeURIComponent(text)}`,
    () => `${encodeURIComponent(text)}%`,
  ])();
}

/** Mostly valid UTF-8. */
function bytesOf({ pick, chance }: Choices, json: string): Buffer {
  const bytes = Buffer.from(json);
  if (chance(92)) return bytes;
  return pick([
    () => Buffer.from(json, 'latin1'),
    () => Buffer.from(json, 'utf16le'),
    () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
    () =>
      Buffer.concat([
        bytes.subarray(0, bytes.length >> 1),
        Buffer.from([0xc3, 0x28]),
        bytes.subarray(bytes.length >> 1),
      ]),
    () => Buffer.concat([bytes.subarray(0, bytes.length >> 1), Buffer.from([0xed, 0xa0, 0x80, 0xff, 0xfe, 0])]),
    () => bytes.subarray(0, -1),
    () => Buffer.concat([bytes, bytes]),
    () => Buffer.alloc(70_000, 0x20),
  ])();
}
