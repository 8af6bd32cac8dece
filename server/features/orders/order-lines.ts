import type { ReadLine, RefusedLine } from '#shared/order-lines.ts';
import { DomainError, messageOf } from '../../errors.ts';

/** The refusal of a line that breaks rules of the form: the first of them, however many unknown fields it has beside that. */
export function formRefusal({ issues: [issue] }: Extract<ReadLine, { issues: unknown }>): DomainError {
  return new DomainError('bad_input', { message: issue && messageOf(issue) });
}

/** The refusal of one line by what judging it threw. Rethrows anything that is no refusal. */
export function refusedLine(index: number, error: unknown): RefusedLine {
  if (!(error instanceof DomainError)) throw error;
  return { index, domainCode: error.code, message: error.message };
}

/** The services that lines name, each once. */
export function serviceIdsOf(lines: ReadLine[]): number[] {
  return [...new Set(lines.flatMap((read) => ('line' in read ? read.line.serviceId : [])))];
}
