import { type ErrorCode, errorMessages } from '#shared/errors.ts';
import { PANEL_ORIGIN, type TestApp } from './app.ts';
import { listProcedures } from './inventory.ts';
import type { Person } from './people.ts';
import type { RoleRequest } from './role-requests.ts';
import type { Route } from './role-routes.ts';
import type { Procedure } from './role-table.ts';

type Caller = Pick<Person, 'accessToken' | 'cookie'> | undefined;

const typeOf = new Map(listProcedures().map(({ path, type }) => [path, type]));

/** Calls a procedure as `role-table.ts` says. @returns `ok` or the error code; for a stream after its first event */
export async function callProcedure(
  app: Pick<TestApp, 'url'>,
  procedure: Procedure,
  caller: Caller,
  { body, withCookie }: RoleRequest,
): Promise<string> {
  const isQuery = typeOf.get(procedure) !== 'mutation';
  const input = JSON.stringify(body);
  const query = isQuery && body !== undefined ? `?input=${encodeURIComponent(input)}` : '';
  const response = await fetch(`${app.url}/trpc/${procedure}${query}`, {
    method: isQuery ? 'GET' : 'POST',
    headers: headersOf(caller, withCookie),
    body: isQuery ? undefined : input,
  });
  const { error } = (await answerIn(response)) as { error?: { data: { domainCode: ErrorCode } } };
  return error?.data.domainCode ?? 'ok';
}

/** For a stream: its first event, which shows whether it was accepted. */
async function answerIn(response: Response): Promise<unknown> {
  if (response.headers.get('content-type') !== 'text/event-stream') return response.json();
  for await (const event of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const refusal = /^event: serialized-error\ndata: (.*)/.exec(event)?.[1];
    return refusal ? { error: JSON.parse(refusal) as unknown } : {};
  }
  throw new Error('The stream has ended before it began');
}

/** Calls a route as `role-routes.ts` says. @returns `ok` or the error code */
export async function callRoute(
  app: Pick<TestApp, 'url'>,
  route: Route,
  caller: Caller,
  { params = {}, query, body, withCookie }: RoleRequest,
): Promise<string> {
  const [method = '', template = ''] = route.split(' ');
  const path = template.replaceAll(/:(\w+)/g, (_, name: string) => String(params[name])).replace('*', 'some/page');
  const search = query ? `?${new URLSearchParams(query).toString()}` : '';
  const response = await fetch(`${app.url}${path}${search}`, {
    method: method === '*' ? 'GET' : method,
    headers: headersOf(caller, withCookie),
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  return response.ok ? 'ok' : codeIn(text);
}

function headersOf(caller: Caller, withCookie = false): Record<string, string> {
  return {
    'content-type': 'application/json',
    ...(caller && { authorization: `Bearer ${caller.accessToken}` }),
    ...(withCookie && { origin: PANEL_ORIGIN, ...(caller && { cookie: caller.cookie }) }),
  };
}

/** The REST API has no codes; each error's message is unique. */
function codeIn(text: string): string {
  const { message, error } = JSON.parse(text) as { message?: string; error?: { data: { domainCode: string } } };
  if (message === undefined) return error?.data.domainCode ?? text;
  return Object.entries(errorMessages).find(([, sentence]) => sentence === message)?.[0] ?? message;
}
