import type { AnyTRPCProcedure } from '@trpc/server';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { appRouter } from '../api/router.ts';
import { testApp } from '../testing/app.ts';
import { makeService } from '../testing/factories.ts';
import { makeSignedInAdmin } from '../testing/people.ts';
import { expectPlain } from '../testing/plain-message.ts';
import { codeOf, refusalOf } from '../testing/refusal.ts';

/** The messages of tRPC for invalid input; the REST API has its own tests. */
const app = await testApp();
const admin = await makeSignedInAdmin(app);
const { id: serviceId } = await makeService(app.db);

/** Values that no procedure accepts for all its fields. */
const oddValues = [null, true, 'text', '\u0000', 1.5, -1, 1e300, [], {}, 'x'.repeat(1600)];
/** A URL must hold it once for each field of a list. */
const oddInAddress = oddValues.map((value) => (typeof value === 'string' ? value.slice(0, 600) : value));

const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>).flatMap(
  ([path, { _def }]) => {
    const schema = (_def as unknown as { inputs: z.ZodObject[] }).inputs[0];
    return schema?.shape ? [{ path, isQuery: _def.type === 'query', fields: Object.keys(schema.shape) }] : [];
  },
);

test.each(procedures)('$path has plain messages for odd input', async ({ path, isQuery, fields }) => {
  const odd = isQuery ? oddInAddress : oddValues;
  const bags = odd.map((value) => Object.fromEntries(fields.map((field) => [field, value])));
  for (const input of [...bags, ...odd, { nobodyKnows: 1 }]) {
    const text = JSON.stringify(input);
    const query = isQuery ? `?input=${encodeURIComponent(text)}` : '';
    const response = await fetch(`${app.url}/trpc/${path}${query}`, {
      method: isQuery ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.accessToken}` },
      body: isQuery ? undefined : text,
    });
    const { error } = (await response.json()) as {
      error?: { message: string; data: { fieldErrors: Record<string, string[]> | null } };
    };
    expect(response.status, `${path} ${text}`).toBeLessThan(500);
    if (!error) continue;
    for (const message of [error.message, ...Object.values(error.data.fieldErrors ?? {}).flat()])
      expectPlain(message, `${path} ${text}`);
  }
});

describe('a field reports whether it is missing or invalid', () => {
  const place = (overrides: object) =>
    app.post('orders.place', { serviceId, link: 'someone', quantity: 10, ...overrides }, { headers: bearer() });
  const bearer = () => ({ authorization: `Bearer ${admin.accessToken}` });

  test.each([
    [{ quantity: undefined }, { quantity: ['Quantity is required'] }],
    [{ quantity: 1.5 }, { quantity: ['Quantity must be a whole number'] }],
    [{ serviceId: undefined }, { serviceId: ['serviceId is required'] }],
    [{ serviceId: 0 }, { serviceId: ['serviceId must be at least 1'] }],
    [{ expectedChargeNanos: 1.5 }, { expectedChargeNanos: ['Amount must be a whole number'] }],
    [{ requestId: 'x' }, { requestId: ['requestId must be a UUID'] }],
    [{ price: 1 }, { price: ['This field is not known here'] }],
  ])('%j', async (overrides, fieldErrors) => {
    const { error } = await place(overrides);
    expect(error).toMatchObject({ domainCode: 'bad_input', message: Object.values(fieldErrors)[0]?.[0] });
    expect(error?.fieldErrors).toEqual(fieldErrors);
  });

  test.each([
    ['create', 'category name is required'],
    ['update', 'Category is required'],
  ] as const)('a category, in the words of the form to %s a service', async (verb, missing) => {
    const service = { name: 'Likes', description: 'Real.', priceMicros: 1, min: 10, max: 11, avgTimeHours: 1 };
    const categoryTold = async (category: unknown) => {
      const input = { ...service, category, ...(verb === 'update' && { id: 1 }) };
      const { error } = await app.post(`admin.services.${verb}`, input, { headers: bearer() });
      return error?.fieldErrors;
    };
    expect(await categoryTold(undefined)).toEqual({ category: [missing] });
    expect(await categoryTold('')).toEqual({ category: [missing] });
    expect(await categoryTold('myspace')).toEqual({ category: ['There is no such category'] });
  });
});

test('a token that is too long is an invalid reset link', async () => {
  const input = { token: 'x'.repeat(201), password: 'a longer one by far' };
  expect(await codeOf(app.client().auth.resetPassword.mutate(input))).toBe('reset_token_invalid');
});

test('a current password that is too long is a wrong one, as an error of its field', async () => {
  const { client } = await app.registerUser();
  const input = { currentPassword: 'x'.repeat(129), newPassword: 'a longer one by far' };
  expect(await refusalOf(client.auth.changePassword.mutate(input))).toMatchObject({
    code: 'wrong_password',
    fieldErrors: { currentPassword: ['The current password is not right.'] },
  });
});
