import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, testApp } from '../../testing/app.ts';
import { makeCustomer } from '../../testing/people.ts';

const OLD_CLIENT = 'https://old.example.com';
const FOREIGN = 'https://evil.example';

const app = await testApp({ env: { CORS_ORIGINS: `${OLD_CLIENT}/, http://localhost:8080` } });
const customer = await makeCustomer(app);

const allowedOf = ({ headers }: Response) => ({
  origin: headers.get('access-control-allow-origin'),
  credentials: headers.get('access-control-allow-credentials'),
});

function preflight(path: string, origin: string, method = 'PUT') {
  return fetch(`${app.url}${path}`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  });
}

function refresh(origin: string | undefined, url = app.url) {
  return fetch(`${url}/refresh`, { method: 'POST', headers: { cookie: customer.cookie, ...(origin && { origin }) } });
}

describe('if other origins are configured', () => {
  test.each(['/api/v1/service/getAll', '/trpc/services.categories'])(
    'the cached response of %s varies by origin',
    async (path) => {
      const answer = await fetch(`${app.url}${path}`, { headers: { origin: OLD_CLIENT } });
      expect(allowedOf(answer)).toEqual({ origin: OLD_CLIENT, credentials: 'true' });
      expect(answer.headers.get('vary')?.split(', ')).toEqual(expect.arrayContaining(['Origin', 'Accept-Encoding']));
      const foreign = await fetch(`${app.url}${path}`, { headers: { origin: FOREIGN } });
      expect(allowedOf(foreign).origin).toBeNull();
    },
  );

  test.each(['/api/v1/user/update', '/refresh', '/trpc/auth.refresh'])(
    'a preflight of %s is answered',
    async (path) => {
      const answer = await preflight(path, OLD_CLIENT);
      expect(answer.status).toBe(204);
      expect(allowedOf(answer)).toEqual({ origin: OLD_CLIENT, credentials: 'true' });
      expect(answer.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, DELETE');
      expect(answer.headers.get('access-control-allow-headers')).toBe('authorization, content-type, idempotency-key');
      expect(answer.headers.get('access-control-max-age')).toBe('3600');
      expect(answer.headers.get('vary')).toMatch(/Origin/i);
    },
  );

  test.each([
    FOREIGN,
    'null',
    'https://old.example.com.evil.example',
    'http://old.example.com',
    'https://sub.old.example.com',
  ])('%s is not allowed, and never all origins', async (origin) => {
    for (const answer of [
      await preflight('/api/v1/user/update', origin),
      await fetch(`${app.url}/api/v1/service/getAll`, { headers: { origin } }),
    ]) {
      expect(allowedOf(answer).origin).toBeNull();
    }
  });

  test('responses and errors are readable there', async () => {
    const headers = { origin: OLD_CLIENT };
    const answers = await Promise.all(
      ['/api/v1/service/getAll', '/api/v1/user/profile', '/api/v1/nothing'].map((path) =>
        fetch(app.url + path, { headers }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 404]);
    for (const answer of answers) expect(allowedOf(answer)).toEqual({ origin: OLD_CLIENT, credentials: 'true' });
    expect(answers[0]?.headers.get('access-control-expose-headers')).toBe(
      'retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset, x-request-id',
    );
  });

  test('the cookie is sent cross-site, with https', async () => {
    const answer = await refresh(OLD_CLIENT);
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^rt=.*HttpOnly; Secure; SameSite=None$/),
      expect.stringMatching(/^device=.*HttpOnly; Secure; SameSite=None$/),
    ]);
  });

  test.each([
    [FOREIGN, /did not come from the panel/],
    ['null', /did not come from the panel/],
    [undefined, /A program sends the header Origin: https?:/],
  ])('and is useless for pages of %s', async (origin, message) => {
    const answer = await refresh(origin);
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await answer.json()).toMatchObject({
      success: false,
      message: expect.stringMatching(message),
    });
  });

  test('nor can they log anybody out, or call in their name', async () => {
    const headers = { origin: FOREIGN, cookie: customer.cookie };
    expect(
      (
        await fetch(`${app.url}/trpc/auth.logout`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(403);
    expect((await fetch(`${app.url}/api/v1/user/profile`, { headers })).status).toBe(401);
    expect(
      (await fetch(`${app.url}/api/v1/user/profile`, { headers: { ...headers, origin: OLD_CLIENT } })).status,
    ).toBe(401);
  });
});

describe('if none is configured', () => {
  let alone: TestApp;
  beforeAll(async () => {
    alone = await startTestApp();
  });
  afterAll(() => alone?.close());

  test('the cookie stays on this site and no other origin is allowed', async () => {
    const registered = await alone.registerUser();
    const answer = await fetch(`${alone.url}/refresh`, {
      method: 'POST',
      headers: { cookie: registered.cookie, origin: alone.deps.config.publicUrl },
    });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^rt=.*HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^device=.*HttpOnly; SameSite=Strict$/),
    ]);
    expect(allowedOf(answer).origin).toBeNull();
    const asked = await fetch(`${alone.url}/refresh`, { method: 'OPTIONS', headers: { origin: OLD_CLIENT } });
    expect(asked.status).toBe(405);
  });
});
