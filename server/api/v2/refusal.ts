import type { FastifyError } from 'fastify';
import type { ErrorCode } from '#shared/errors.ts';
import { DomainError, refusalIn } from '../../base/errors.ts';

/** A refusal with the text that clients of the API v2 compare. */
export class TradeRefusal extends Error {
  override readonly name = 'TradeRefusal';
}

/** The texts of the trade. Where it has none, the message of the error is sent. */
export const tradeTexts = {
  request: 'Incorrect request',
  key: 'Invalid API key',
  order: 'Incorrect order ID',
  refill: 'Refill not found',
  service: 'error.incorrect_service_id',
  link: 'neworder.error.link',
  linkInUse: 'neworder.error.link_duplicate',
  minQuantity: 'neworder.error.min_quantity',
  maxQuantity: 'neworder.error.max_quantity',
  comments: 'neworder.error.comment',
  balance: 'neworder.error.not_enough_funds',
  price: 'error.price_changed',
} as const;

const textOfCode: Partial<Record<ErrorCode, string>> = {
  unauthenticated: tradeTexts.key,
  service_not_found: tradeTexts.service,
  link_does_not_fit: tradeTexts.link,
  link_in_use: tradeTexts.linkInUse,
  comments_required: tradeTexts.comments,
  insufficient_balance: tradeTexts.balance,
  // No wallet holds so much.
  amount_too_large: tradeTexts.balance,
  price_changed: tradeTexts.price,
};

/** The text of a domain error, for the whole call or for one order of it. */
export function textOf({ code, message }: DomainError): string {
  return textOfCode[code] ?? message;
}

interface ErrorAnswer {
  /** 200 for everything that the application says: most clients drop the body of other statuses. */
  status: 200 | 429 | 503;
  /** The panel's own, which the answer does not name. */
  code: ErrorCode;
  text: string;
  retryAfterSeconds?: number;
  isUnexpected?: boolean;
}

const BUSY = new DomainError('busy').message;
const SECONDS_AFTER_A_FAULT = 5;

/**
 * The answer to an error of a call. An unexpected one is not a refusal: clients take a body with an error below 500 as one, and place the
 * order again.
 */
export function answerTo(error: unknown): ErrorAnswer {
  if (error instanceof TradeRefusal) return { status: 200, code: 'bad_input', text: error.message };
  const refusal = refusalIn(error);
  if (refusal) {
    const { code, details: { retryAfterSeconds = 1 } = {} } = refusal;
    if (code === 'too_many_requests') return { status: 429, code, text: refusal.message, retryAfterSeconds };
    if (code === 'busy') return { status: 503, code, text: refusal.message, retryAfterSeconds };
    return { status: 200, code, text: textOf(refusal) };
  }
  const status = statusOfFramework(error);
  if (status === 413)
    return { status: 200, code: 'payload_too_large', text: new DomainError('payload_too_large').message };
  if (status !== undefined && status < 500) return { status: 200, code: 'bad_input', text: tradeTexts.request };
  return { status: 503, code: 'internal', text: BUSY, retryAfterSeconds: SECONDS_AFTER_A_FAULT, isUnexpected: true };
}

/** Fastify's own errors are about the request: a body that is too large, of another length or type. */
function statusOfFramework(error: unknown): number | undefined {
  return error instanceof Error && 'statusCode' in error ? (error as FastifyError).statusCode : undefined;
}
