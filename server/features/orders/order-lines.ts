import type { ReadLine, RefusedLine } from '#shared/order-lines.ts';
import { DomainError, messageOf } from '../../base/errors.ts';

/** The error of an invalid line: its first problem, however many unknown fields it has. */
export function formRefusal({ issues: [issue] }: Extract<ReadLine, { issues: unknown }>): DomainError {
  return new DomainError('bad_input', { message: issue && messageOf(issue) });
}

/** Converts an error into the refusal of one line. Rethrows an unexpected error. */
export function refusedLine(index: number, error: unknown): RefusedLine {
  if (!(error instanceof DomainError)) throw error;
  return { index, domainCode: error.code, message: error.message };
}

/** The services in the lines, without duplicates. */
export function serviceIdsOf(lines: ReadLine[]): number[] {
  return [...new Set(lines.flatMap((read) => ('line' in read ? read.line.serviceId : [])))];
}
