import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { z } from 'zod';
import { httpStatusOf } from '#server/api/http/status.ts';
import { appRouter } from '#server/api/router.ts';
import { needOf } from '#server/base/identity/keys/scopes.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { describeInput } from './describe-input.ts';
import { errorCures } from './error-cures.ts';
import { summaries } from './summaries.ts';

const root = join(import.meta.dirname, '../..');

/** The document for scripts; the page `/developers` displays it. */
export const scriptsDocument = join(root, 'docs/scripts.md');
export const errorsDocument = join(root, 'docs/errors.md');
export const packageReadme = join(root, 'client-package/README.md');

/** A procedure as the document lists it. */
export interface Documented {
  name: string;
  kind: 'query' | 'mutation' | 'subscription';
  scope: string;
  input: string;
  summary: string;
}

interface Procedure {
  _def: { type: Documented['kind']; inputs: z.ZodType[] };
}

const procedures: Record<string, Procedure> = appRouter._def.procedures as never;

/** Every procedure for customers in the router's order. */
export const customerProcedures = Object.keys(procedures).filter((name) => !name.startsWith('admin.'));

/** Those of them that need a session, and refuse API keys. */
export const closedProcedures = customerProcedures.filter((name) => needOf(name) === 'closed');

/**
 * The procedures that API keys may call, as the document lists them.
 * @throws Error for a summary without a procedure
 */
export function documentedProcedures(): Documented[] {
  return Object.entries(summaries).map(([name, summary]) => {
    const procedure = procedures[name];
    if (!procedure) throw new Error(`${name} has a summary, and is not a procedure`);
    const { type, inputs } = procedure._def;
    return { name, kind: type, scope: needOf(name), input: describeInput(inputs[0]), summary };
  });
}

/**
 * Writes the generated parts of a document: tables between `<!-- table: … -->` and `<!-- end -->`, and the examples' files after
 * `<!-- example: … -->`.
 * @throws Error for an unknown table or a missing example
 */
export function fillDocument(source: string): string {
  return source
    .replaceAll(/(<!-- table: (\w+) -->\n)[^]*?(<!-- end -->)/g, (_all, start: string, name: string, end: string) => {
      const table = tables[name];
      if (!table) throw new Error(`There is no table ${name}`);
      return `${start}${table()}\n${end}`;
    })
    .replaceAll(/(<!-- example: (\S+) -->\n)```[^]*?```\n/g, (_all, start: string, file: string) => {
      const code = readFileSync(join(root, 'examples', file), 'utf8');
      return `${start}\`\`\`${extname(file).slice(1)}\n${code}\`\`\`\n`;
    });
}

const tables: Record<string, () => string> = {
  procedures: () => markdownTable(['procedure', 'scope', 'input', 'result'], documentedProcedures().map(rowOf)),
  closed: () => `${closedProcedures.map(code).join(', ')}.`,
  errors: () => markdownTable(['code', 'status', 'cause', 'what to do'], Object.entries(errorCures).map(errorRow)),
};

function errorRow([name, { cause, cure }]: [string, { cause: string; cure: string }]): string[] {
  return [code(name), String(httpStatusOf(name as ErrorCode)), cause, cure];
}

const marks = { query: '', mutation: ' m', subscription: ' s' };

function rowOf({ name, kind, scope, input, summary }: Documented): string[] {
  return [`${code(name)}${marks[kind]}`, scopeWord(scope), input && code(input), summary];
}

const scopeWord = (scope: string) => (scope === 'public' ? 'any' : code(scope));

const code = (text: string) => `\`${text}\``;

function markdownTable(heads: string[], rows: string[][]): string {
  const lineOf = (cells: string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [heads, heads.map(() => '---'), ...rows].map(lineOf).join('\n');
}

const cell = (text: string) => text.replaceAll('|', '\\|');
