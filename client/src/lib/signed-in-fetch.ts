import { TRPCClientError } from '@trpc/client';

export const API_URL = '/trpc';

/** The header of a signed-in user; none without a token. */
export const bearer = (token: unknown): Record<string, string> =>
  typeof token === 'string' ? { authorization: `Bearer ${token}` } : {};

/** Calls a mutation by a request that outlives its page. @throws TRPCClientError like any call of a procedure */
export async function postToEnd<Output>(token: string | null, path: string, input: object): Promise<Output> {
  const response = await fetch(`${API_URL}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearer(token) },
    body: JSON.stringify(input),
    keepalive: true,
  }).catch((error: unknown) => {
    throw TRPCClientError.from(error as Error);
  });
  const answer = (await response.json().catch(() => new Error(response.statusText))) as object;
  if ('result' in answer) return (answer as { result: { data: Output } }).result.data;
  throw TRPCClientError.from(answer);
}

/** Fetches a URL other than a procedure. @throws TRPCClientError like a procedure's call */
export async function fetchWith(token: string | null, path: string): Promise<Response> {
  const response = await fetch(path, { headers: bearer(token) }).catch((error: unknown) => {
    throw TRPCClientError.from(error as Error);
  });
  if (response.ok) return response;
  const refusal = (await response.json().catch(() => new Error(response.statusText))) as object;
  throw TRPCClientError.from(refusal);
}
