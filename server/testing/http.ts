import type { ErrorCode, ErrorDetails, FieldErrors } from '#shared/errors.ts';

export interface CallOptions {
  headers?: Record<string, string>;
}

/** A parsed HTTP response of a procedure. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The procedure's output, if it succeeded. */
  data: unknown;
  error: {
    message: string;
    domainCode: ErrorCode;
    fieldErrors: FieldErrors | null;
    details: ErrorDetails | null;
    traceId: string | null;
  } | null;
}

interface Envelope {
  result?: { data?: unknown };
  error?: { message: string; data: Omit<NonNullable<Answer['error']>, 'message'> };
}

/** Calls mutations of the app at `url` over plain HTTP. */
export function postTo(url: string) {
  return async (procedure: string, input?: unknown, { headers = {} }: CallOptions = {}): Promise<Answer> => {
    const response = await fetch(`${url}/trpc/${procedure}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: input === undefined ? undefined : JSON.stringify(input),
    });
    const text = await response.text();
    const { result, error } = JSON.parse(text) as Envelope;
    return {
      status: response.status,
      headers: response.headers,
      text,
      data: result?.data,
      error: error ? { message: error.message, ...error.data } : null,
    };
  };
}

/** The first cookie of a response, as a browser sends it back: `name=value`. */
export function cookieOf(headers: Headers): string {
  return headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
}
