import { expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { dollars, makeService } from '../../testing/factories.ts';
import { makeCustomer, makeSignedInAdmin } from '../../testing/people.ts';
import { expectPlain } from '../../testing/plain-message.ts';
import { callRest } from '../../testing/rest.ts';
import { calls } from './calls.ts';

const app = await testApp();
const admin = await makeSignedInAdmin(app);
const customer = await makeCustomer(app, dollars(5));
const serviceId = (await makeService(app.db)).id;

async function answerOf(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.accessToken}`, ...headers },
    body,
  });
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const { success, message, error, requestId: _, ...rest } = (await response.json()) as Record<string, unknown>;
  expect({ success, error, rest }).toEqual({ success: false, error: message, rest: {} });
  expectPlain(message);
  return { status: response.status, message, headers: response.headers };
}

const withBody = calls.filter(({ body }) => body);
const pathOf = (path: string) => path.replace('{id}', '1').replace('{token}', 'abc');

test.each(withBody)('$method $path refuses invalid JSON, and too large bodies', async (call) => {
  const { method, path, bodyLimitBytes = 65_536 } = call;
  expect((await answerOf(method, pathOf(path), '{"a":')).status).toBe(400);
  expect(await answerOf(method, pathOf(path), '[]')).toMatchObject({
    status: 400,
    message: 'The input must be a JSON object',
  });
  expect((await answerOf(method, pathOf(path), 'null')).status).toBe(400);
  expect((await answerOf(method, pathOf(path), '{"__proto__":{"role":"admin"}}')).status).toBe(400);
  expect((await answerOf(method, pathOf(path))).status).toBe(400);
  expect((await answerOf(method, pathOf(path), JSON.stringify({ a: 'x'.repeat(bodyLimitBytes) }))).status).toBe(413);
  expect(await answerOf(method, pathOf(path), 'a=b', { 'content-type': 'text/plain' })).toMatchObject({
    status: 415,
    message: expect.stringContaining('send JSON'),
  });
});

/** Values of every type, with edge cases. */
const oddValues = [
  null,
  true,
  '',
  ' ',
  'text',
  '10',
  '\u0000',
  0,
  -1,
  1.5,
  1e-9,
  1e300,
  [],
  {},
  ['x'],
  'x'.repeat(3000),
];
const everyField = (
  'userName name email phone password confirmPassword newPassword currentPassword id _id isDeleted link quantity price ' +
  'status amount paidTaka paymentMethod reference image description category min max avgTime'
).split(' ');

test.each(withBody)(
  '$method $path answers odd values without a server fault, and as documented',
  async ({ method, path }) => {
    const operation = `${method} ${path}`;
    const params = { id: 999_999, token: 'abc' };
    for (const { accessToken } of [customer, admin]) {
      for (const value of oddValues) {
        const body = Object.fromEntries(everyField.map((field) => [field, value]));
        const { status, message } = await callRest(app, operation, { params, body, accessToken });
        expect(status, `${operation} ${JSON.stringify(value)}`).toBeLessThan(500);
        expectPlain(message);
      }
    }
  },
);

test.each([
  ['quantity', undefined, 'Quantity is required'],
  ['quantity', null, 'Quantity is required'],
  ['quantity', '', 'Quantity is required'],
  ['quantity', '1,000', 'Write “1,000” in plain digits: 1000'],
  ['quantity', '1e3', 'Write “1e3” in plain digits: 1000'],
  ['quantity', '0', 'Quantity must be at least 1'],
  ['quantity', 1.5, 'Quantity must be a whole number'],
  ['quantity', 0, 'Quantity must be at least 1'],
  ['quantity', -1, 'Quantity must be at least 1'],
  ['link', 5, 'Link is required'],
  ['link', undefined, 'Link is required'],
  ['link', 'data:text/html,x', 'A link begins with https://, not with data:'],
  ['price', -0.01, 'Price must be a positive number'],
  ['price', '0,95', 'Price must be a number'],
  ['price', '-0.01', 'Price must be a positive number'],
  ['price', null, 'Price must be a number'],
])('an order with %s %j returns an error', async (field, value, message) => {
  const body = JSON.stringify({ link: 'someone', quantity: 10, [field]: value });
  expect(await answerOf('POST', `/api/v1/service/buy/${serviceId}`, body)).toMatchObject({ status: 400, message });
});

const offered = { name: 'Likes', description: 'Real.', category: 'tiktok', price: 1, min: 10, max: 99, avgTime: 1 };

test.each([
  ['price', '$0.95', 'Price must be a number'],
  ['price', '0.1234567', 'Price may have at most 6 decimals'],
  ['price', null, 'Price is required'],
  ['min', 10.5, 'Minimum value must be a whole number'],
  ['max', '99.0', 'Write “99.0” in plain digits: 99'],
  ['max', '9', 'Maximum must be greater than 10'],
  ['avgTime', '1-2 hours', 'Average time must be a whole number'],
  ['avgTime', 1.5, 'Average time must be a whole number'],
  ['avgTime', true, 'Average time must be a whole number'],
  ['avgTime', '0', 'Time must be at least 1 hour'],
  ['avgTime', 8761, 'Time must be at most 8760 hours'],
  ['avgTime', undefined, 'Average time is required'],
  ['image', 5, 'image must be text'],
  ['category', 'myspace', 'There is no such category'],
])('a service with %s %j returns an error', async (field, value, message) => {
  const body = JSON.stringify({ ...offered, [field]: value });
  for (const [method, path] of [
    ['POST', 'create'],
    ['PUT', `update/${serviceId}`],
  ] as const) {
    expect(await answerOf(method, `/api/v1/service/${path}`, body)).toMatchObject({ status: 400, message });
  }
});

test.each([
  ['amount', '10 USD', 'Amount must be a number'],
  ['amount', '0.001', 'Amount may have at most 2 decimals'],
  ['amount', undefined, 'Amount is required'],
  ['paidTaka', '126.00', 'Write “126.00” in plain digits: 126'],
  ['paidTaka', 126.5, 'The total in taka must be a whole number'],
  ['paidTaka', -1, 'The total in taka must not be negative'],
  ['paymentMethod', 'x'.repeat(41), 'Payment method must be at most 40 characters'],
])('a recharge with %s %j returns an error', async (field, value, message) => {
  const body = JSON.stringify({
    amount: 1,
    paidTaka: 126,
    paymentMethod: 'Bkash',
    reference: 'TX12345',
    [field]: value,
  });
  expect(await answerOf('POST', '/api/v1/balance/addBalance', body)).toMatchObject({ status: 400, message });
});

test.each([undefined, null, 'true', 1])('neither blocking nor unblocking, but %j, is refused', async (isDeleted) => {
  const body = JSON.stringify({ _id: String(customer.id), name: 'x', isDeleted });
  expect(await answerOf('PUT', '/api/v1/user/update', body)).toMatchObject({
    status: 400,
    message: 'isDeleted must be true or false',
  });
});

test('an infinite number is refused', async () => {
  const body = '{"link":"someone","quantity":1e999}';
  expect((await answerOf('POST', `/api/v1/service/buy/${serviceId}`, body)).status).toBe(400);
});

test.each(['abc', '0', '-1', '1.5', '1e3', '%00', '99999999999999999999'])('the id %s is refused', async (id) => {
  expect(await answerOf('DELETE', `/api/v1/service/delete/${id}`)).toMatchObject({
    status: 400,
    message: 'The id must be a whole number',
  });
});

test.each([
  ['limit=0', 'limit must be at least 1'],
  ['limit=5001', 'limit must be at most 5000'],
  ['limit=x', 'limit must be a whole number'],
  ['page=-1', 'page must be at least 1'],
  ['page=1e9', 'page must be at most 1000000'],
  ['limit=1&limit=2', 'limit must be a whole number'],
  ['category=All', 'There is no such category'],
  ['category=a&category=b', 'There is no such category'],
  [`search=${'x'.repeat(101)}`, 'Search must be at most 100 characters'],
  ['search=a&search=b', 'search must be text'],
])('a list with %s is refused', async (query, message) => {
  expect(await answerOf('GET', `/api/v1/service/getAll?${query}`)).toMatchObject({ status: 400, message });
});

test.each([
  ['GET', '/api'],
  ['GET', '/api/'],
  ['GET', '/api/v1'],
  ['GET', '/api/v1/nothing'],
  ['GET', '/api/v2/user/profile'],
  ['GET', '/api/v1/service/getAll/'],
  ['GET', '/api/v1/%2e%2e/%2e%2e/etc/passwd'],
])('%s %s is not found, in JSON', async (method, path) => {
  expect((await answerOf(method, path)).status).toBe(404);
});

test.each([
  ['POST', '/api/v1/user/profile', 'GET, HEAD'],
  ['GET', '/api/v1/user/login', 'POST'],
  ['GET', '/refresh', 'POST'],
  ['PATCH', '/api/v1/user/update', 'PUT'],
  ['DELETE', '/api/v2', 'POST, GET'],
  ['OPTIONS', '/api/v1/user/login', 'POST'],
])('%s %s is not allowed, and the answer says what is', async (method, path, allow) => {
  const { status, headers } = await fetch(app.url + path, { method });
  expect([status, headers.get('allow')]).toEqual([405, allow]);
});

test("a URL that can't be decoded is refused in JSON", async () => {
  expect((await answerOf('GET', '/api/v1/%zz')).status).toBe(400);
});

test('a content type without a body is not an error', async () => {
  const { data } = await callRest(app, 'GET /api/v1/user/profile', {
    accessToken: customer.accessToken,
    headers: { 'content-type': 'application/json' },
  });
  expect(data.userName).toBe(customer.userName);
});

test('responses are not stored by proxies', async () => {
  const { headers } = await callRest(app, 'GET /api/v1/service/getAll', { query: { limit: '1' } });
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('a caller without a session gets a Bearer challenge', async () => {
  const { headers } = await answerOf('GET', '/api/v1/user/profile', undefined, { authorization: 'Basic eDp5' });
  expect(headers.get('www-authenticate')).toBe('Bearer');
});
