import { expect, test } from 'vitest';
import { z } from 'zod';
import { testApp } from '../testing/app.ts';
import { fieldsOf, type InputField, sampleOf, withValueAt } from '../testing/input-schemas.ts';
import {
  addressOf,
  type CallInput,
  listProcedures,
  type ProcedureEntry,
  validCallInput,
} from '../testing/inventory.ts';
import type { Call } from './rest/call.ts';
import { calls } from './rest/calls.ts';

/** One text per schema and per input, through the running app: both APIs refuse with an input error what no field accepts. A code is compared. */
const app = await testApp({ env: { LOGIN_FAILURES_PER_15_MINUTES: '1000' } });
const admin = await app.createAdminUser();

/** The longest text for a body, and for a URL: limited to the allowed length. */
const IN_A_BODY = `a@${'.'.repeat(60_000)}@`;
const IN_AN_ADDRESS = `a@${'.'.repeat(4000)}@`;

const isText = ({ schema }: InputField) =>
  schema instanceof z.ZodString || schema instanceof z.ZodStringFormat || schema instanceof z.ZodUnknown;
const textsIn = (schema: z.ZodType | undefined) => (schema ? fieldsOf(schema).filter(isText) : []);

const judged = new Set<unknown>();
/** Fields that share a schema are tested once, and every input at least once. */
const isNew = (input: unknown) => (field: InputField) => {
  const known = judged.has(field.schema) && judged.has(input);
  judged.add(field.schema).add(input);
  return !known;
};

const inputs = listProcedures().flatMap((procedure) =>
  textsIn(procedure.input)
    .filter(isNew(procedure.input))
    .map(({ path }) => ({ ...procedure, field: path })),
);

test.each(inputs)('$path refuses a hostile text as $field', async ({ path, type, input, field }) => {
  const response = await callProcedure({ path, type, input }, field);
  if (path.startsWith('orders.') && isOfLine(field)) return expectLineRefused(response);
  if (type === 'subscription') return expect(await response.text()).toContain('"domainCode":"bad_input"');
  expect(await response.json()).toMatchObject({ error: { data: { httpStatus: response.status } } });
  expect(field.at(-1) === 'code' ? [400, 401, 409] : [400, 413]).toContain(response.status);
});

/** In a call with many orders each line has its own error. */
const isOfLine = ([list, index]: InputField['path']) => list === 'lines' && index === 0;

async function expectLineRefused(response: Response): Promise<void> {
  const { result } = (await response.json()) as { result: { data: { lines?: unknown[]; results?: unknown[] } } };
  const { lines, results = lines } = result.data;
  expect(results).toEqual([{ index: 0, domainCode: 'bad_input', message: expect.any(String) }]);
}

function callProcedure({ path, type, input }: ProcedureEntry, field: InputField['path']): Promise<Response> {
  const sample = input && sampleOf(input);
  const textOf = (value: string) => JSON.stringify(withValueAt(sample, field, value));
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${admin.accessToken}` };
  if (type === 'mutation') {
    return fetch(`${app.url}/trpc/${path}`, { method: 'POST', headers, body: textOf(IN_A_BODY) });
  }
  return fetch(`${app.url}/trpc/${path}?input=${encodeURIComponent(textOf(IN_AN_ADDRESS))}`, { headers });
}

const places = calls.flatMap((call) =>
  (['params', 'query', 'body'] as const).flatMap((place) =>
    textsIn(call[place])
      .filter(isNew(call[place]))
      .map(({ path }) => ({ call, method: call.method, path: call.path, place, field: path })),
  ),
);

test.each(places)('$method $path refuses a hostile text as $place $field', async ({ call, place, field }) => {
  const response = await callRest(call, place, field);
  const { success, message, error } = (await response.json()) as Record<string, unknown>;
  expect({ success, error }).toEqual({ success: false, error: message });
  expect([400, 413]).toContain(response.status);
});

function callRest(call: Call, place: keyof CallInput, field: InputField['path']): Promise<Response> {
  const sample = validCallInput(call);
  const hostile = place === 'body' ? IN_A_BODY : IN_AN_ADDRESS;
  const input = { ...sample, [place]: withValueAt(sample[place], field, hostile) };
  return fetch(`${app.url}${addressOf(call, input)}`, {
    method: call.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.accessToken}` },
    body: call.body && JSON.stringify(input.body),
  });
}
