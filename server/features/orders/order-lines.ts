import { ZodError } from 'zod';
import type { ReadLine, RefusedLine } from '../../../shared/order-lines.ts';
import { DomainError, refusalIn } from '../../errors.ts';

/** What a line that breaks a rule of the form is told; undefined where it breaks none. */
export function formRefusal(read: ReadLine): DomainError | undefined {
  return 'issues' in read ? refusalIn(new ZodError(read.issues), { ofInput: true }) : undefined;
}

/**
 * The refusal of one line, which is no more than its own.
 * @param error what judging it threw
 * @throws whatever is not a refusal
 */
export function refusedLine(index: number, error: unknown): RefusedLine {
  if (!(error instanceof DomainError)) throw error;
  return { index, domainCode: error.code, message: error.message };
}

/** The services that lines name, each once. */
export function serviceIdsOf(lines: ReadLine[]): number[] {
  return [...new Set(lines.flatMap((read) => ('line' in read ? read.line.serviceId : [])))];
}
