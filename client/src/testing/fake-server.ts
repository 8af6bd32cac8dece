import { vi } from 'vitest';
import type { ErrorCode, FieldErrors } from '#shared/errors.ts';

/** A procedure's response to an input. It may throw a `Refusal`, or the error of `fetch` without a network. */
export type Answer = (name: string, input: Record<string, unknown>) => unknown;

/** Throw it for an error response. */
export class Refusal extends Error {
  readonly domainCode: ErrorCode;
  readonly details: object;
  readonly fieldErrors: FieldErrors | null;

  constructor(
    domainCode: ErrorCode,
    message = 'Refused',
    details: object = {},
    fieldErrors: FieldErrors | null = null,
  ) {
    super(message);
    this.domainCode = domainCode;
    this.details = details;
    this.fieldErrors = fieldErrors;
  }
}

/** Answers tRPC calls, batched or single, instead of the server, until the test ends. */
export function stubServer(answer: Answer): void {
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const url = new URL(address, 'http://localhost');
    const names = url.pathname.replace('/trpc/', '');
    const sent = init?.body ?? url.searchParams.get('input') ?? '{}';
    const input = JSON.parse(sent as string) as Record<string, unknown>;
    if (!url.searchParams.has('batch')) return Response.json(await answerOne(answer, names, input));
    return Response.json(await Promise.all(names.split(',').map((name, at) => answerOne(answer, name, input[at]))));
  });
}

async function answerOne(answer: Answer, name: string, input: unknown): Promise<object> {
  try {
    return { result: { data: await answer(name, (input ?? {}) as Record<string, unknown>) } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { message, domainCode, details, fieldErrors } = error;
    return { error: { message, code: -32_000, data: { domainCode, fieldErrors, details } } };
  }
}
