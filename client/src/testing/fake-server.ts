import { vi } from 'vitest';
import type { ErrorCode, FieldErrors } from '#shared/errors.ts';

/** What a procedure of this name answers to an input. It may throw: a `Refusal`, or what `fetch` throws without a network. */
export type Answer = (name: string, input: Record<string, unknown>) => unknown;

/** Throw it to refuse as the server does. */
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

/** Answers tRPC's calls, batched or alone, in place of the server, until the test is over. */
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
