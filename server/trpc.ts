import { initTRPC, TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { pgErrorOf } from '../db/errors.ts';
import { type ErrorCode, type ErrorDetails, errorMessages, type FieldErrors } from '../shared/errors.ts';
import type { Context } from './context.ts';
import { DomainError, trpcCodes } from './errors.ts';

/** What every error carries in `data`, beside tRPC's own fields. */
interface ErrorData {
  domainCode: ErrorCode;
  fieldErrors: FieldErrors | null;
  details: ErrorDetails | null;
  /** Under this id the server's log has everything about an unexpected error. */
  requestId: string | null;
}

const t = initTRPC.context<Context>().create({
  isDev: false,
  errorFormatter: ({ shape, error, ctx }) => {
    const { message, ...data } = describeError(error);
    return {
      ...shape,
      message,
      data: { ...shape.data, ...data, requestId: ctx?.requestId ?? null } satisfies ErrorData & object,
    };
  },
});

/** Gives a refusal its tRPC code, and so its HTTP status; anything else stays an unexpected error. */
const translateErrors = t.middleware(async ({ next }) => {
  const result = await next();
  if (result.ok) return result;
  const refusal = refusalIn(result.error);
  if (!refusal) return result;
  throw new TRPCError({ code: trpcCodes[refusal.code], message: refusal.message, cause: refusal });
});

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;
export const publicProcedure = t.procedure.use(translateErrors);

/** For signed-in users; narrows the context to who asks. */
export const protectedProcedure = publicProcedure.use(async ({ ctx, next }) => {
  const { actor, sessionId } = await ctx.authenticate();
  return next({ ctx: { actor, sessionId } });
});

/** The outer fence of everything under `admin`; each verb asserts the role once more. */
export const adminProcedure = protectedProcedure.use(({ ctx, next }) => {
  if (ctx.actor.role !== 'admin') throw new DomainError('forbidden');
  return next();
});

/** What people and programs are told of an error: a domain refusal as it is, anything unexpected as one plain sentence. */
export function describeError(error: TRPCError): {
  message: string;
  domainCode: ErrorCode;
  fieldErrors: FieldErrors | null;
  details: ErrorDetails | null;
} {
  const plain = (domainCode: ErrorCode) => ({
    message: errorMessages[domainCode],
    domainCode,
    fieldErrors: null,
    details: null,
  });
  const { cause } = error;
  if (cause instanceof DomainError) {
    return {
      message: cause.message,
      domainCode: cause.code,
      fieldErrors: cause.fieldErrors ?? null,
      details: cause.details ?? null,
    };
  }
  if (cause instanceof ZodError && error.code === 'BAD_REQUEST') {
    const fieldErrors = fieldErrorsOf(cause);
    const first = Object.values(fieldErrors)[0]?.[0];
    return { message: first ?? errorMessages.bad_input, domainCode: 'bad_input', fieldErrors, details: null };
  }
  return plain(codeOfProtocolError[error.code] ?? 'internal');
}

/** What tRPC itself refuses before any verb is reached. */
const codeOfProtocolError: Partial<Record<TRPCError['code'], ErrorCode>> = {
  PARSE_ERROR: 'bad_input',
  BAD_REQUEST: 'bad_input',
  NOT_FOUND: 'not_found',
  METHOD_NOT_SUPPORTED: 'bad_input',
  UNSUPPORTED_MEDIA_TYPE: 'bad_input',
  PAYLOAD_TOO_LARGE: 'payload_too_large',
};

function refusalIn(error: TRPCError): DomainError | undefined {
  if (error.cause instanceof DomainError) return error.cause;
  const refused = pgErrorOf(error.cause);
  return refused && postgresRefusals[refused.code];
}

/**
 * Input that only PostgreSQL recognises as impossible, by SQLSTATE: a NUL character, text that is no number or uuid, a
 * number out of range. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const postgresRefusals: Record<string, DomainError> = {
  '22021': new DomainError('bad_input', { message: 'The text has a character that can not be stored.' }),
  '22P02': new DomainError('bad_input'),
  '22003': new DomainError('bad_input', { message: 'A number is out of range.' }),
};

/** The messages of a refused input by dotted field path; an unknown field is named itself. */
export function fieldErrorsOf(error: ZodError): FieldErrors {
  const fieldErrors: FieldErrors = {};
  for (const issue of error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [''];
    for (const key of keys) {
      const path = [...issue.path, key].filter((part) => part !== '').join('.');
      const message = issue.code === 'unrecognized_keys' ? 'This field is not known here' : issue.message;
      fieldErrors[path] = [...(fieldErrors[path] ?? []), message];
    }
  }
  return fieldErrors;
}
