import { z } from 'zod';

/**
 * Sets plain default messages for zod, for the whole process: zod's own are for programmers. Clients keep zod's, because each field of
 * their forms has its own messages.
 */
export function setPlainMessages(): void {
  z.config({ customError: sentenceOf });
}

type Issue = z.core.$ZodRawIssue;

function sentenceOf(issue: Issue): string {
  return `${issue.path?.join('.') || 'The input'} ${faultOf(issue)}`;
}

function faultOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return isMissing(issue) ? 'is required' : `must be ${kinds[issue.expected] ?? 'of another type'}`;
    case 'invalid_value':
      return isMissing(issue)
        ? 'is required'
        : `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'too_big':
      return `must ${measure(issue.origin, 'at most', issue.maximum)}`;
    case 'too_small':
      return `must ${measure(issue.origin, 'at least', issue.minimum)}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return issue.format === 'uuid' ? 'must be a UUID' : 'does not have the right form';
    default:
      return 'is not right';
  }
}

const isMissing = ({ input }: Issue) => input === undefined || input === null;

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
  void: 'left out',
  undefined: 'left out',
};

function measure(origin: string, bound: string, limit: number | bigint): string {
  if (origin === 'string') return `have ${bound} ${limit} ${limit === 1 ? 'character' : 'characters'}`;
  if (origin === 'array') return `have ${bound} ${limit} ${limit === 1 ? 'item' : 'items'}`;
  return `be ${bound} ${limit}`;
}
