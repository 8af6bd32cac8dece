import { posix } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { type Fence, moneyTables } from './walls-fences.ts';

export interface Import {
  /** As written: `../db/client.ts`, `zod`; undefined where it is computed while the program runs. */
  specifier: string | undefined;
  /** Whether TypeScript erases it. */
  typeOnly: boolean;
  line: number;
}

/** What the walls need to know of one source file. */
export interface Source {
  imports: Import[];
  acts: { act: Fence; line: number }[];
}

const WRITES =
  /\b(?:insert\s+into|update(?:\s+only)?|delete\s+from(?:\s+only)?|merge\s+into|truncate(?:\s+table)?)\s+"?(\w+)"?/gi;

/**
 * Reads the imports of a file in every form that the language has (static, re-exported, dynamic, in a type), whether it reads
 * the environment, and whether it writes a guarded table through Drizzle or in SQL.
 * @throws Error where the text is not TypeScript, so that an unreadable file never counts as a clean one.
 */
export function readSource(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text, { lang: posix.extname(path) === '.tsx' ? 'tsx' : 'ts' });
  const [error] = errors;
  if (error) throw new Error(`${path} can not be read: ${error.message}`);
  const imports: Import[] = [];
  const acts: Source['acts'] = [];
  const lineOf = (node: { start: number }) => text.slice(0, node.start).split('\n').length;
  const add = (node: { start: number }, specifier: string | undefined, typeOnly: boolean) =>
    imports.push({ specifier, typeOnly, line: lineOf(node) });
  const act = (name: Fence, node: { start: number }) => acts.push({ act: name, line: lineOf(node) });
  const tableNames = namesOfMoneyTables(program);

  new Visitor({
    ImportDeclaration(node) {
      add(node, node.source.value, isErased(node.importKind, node.specifiers));
      if (isProcessModule(node.source.value)) act('reads process.env', node);
    },
    ExportNamedDeclaration(node) {
      if (node.source) add(node, node.source.value, isErased(node.exportKind, node.specifiers));
    },
    ExportAllDeclaration(node) {
      add(node, node.source.value, node.exportKind === 'type');
    },
    ImportExpression(node) {
      add(node, textOf(node.source), false);
    },
    TSImportType(node) {
      add(node, node.source.value, true);
    },
    MemberExpression(node) {
      const property = node.computed ? textOf(node.property) : nameOf(node.property);
      if (property === 'env' && isProcess(node.object)) act('reads process.env', node);
    },
    VariableDeclarator(node) {
      if (node.id.type === 'ObjectPattern' && node.init && isProcess(node.init)) act('reads process.env', node);
    },
    CallExpression(node) {
      if (nameOf(node.callee) === 'require') add(node, textOf(node.arguments[0]), false);
      if (node.callee.type !== 'MemberExpression') return;
      if (!['insert', 'update', 'delete'].includes(nameOf(node.callee.property) ?? '')) return;
      if (tableNames.has(nameOf(node.arguments[0]) ?? '')) act('writes accounts or ledger', node);
    },
    TemplateLiteral(node) {
      const sql = node.quasis.map(({ value }, i) => value.raw + (nameOf(node.expressions[i]) ?? '')).join('');
      if (writesMoney(sql, tableNames)) act('writes accounts or ledger', node);
    },
    Literal(node) {
      if (typeof node.value === 'string' && writesMoney(node.value, tableNames)) act('writes accounts or ledger', node);
    },
  }).visit(program);
  return { imports, acts };
}

/** With `verbatimModuleSyntax` an import of nothing but `type` names still runs the module, unless the whole is a type import. */
function isErased(kind: string | null | undefined, specifiers: { length: number }): boolean {
  return kind === 'type' && specifiers.length > 0;
}

/** The guarded tables' own names, and those that an import in this file gives them. */
function namesOfMoneyTables(program: ESTree.Program): Set<string> {
  const names = new Set(moneyTables);
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration' || !statement.source.value.includes('/schema/')) continue;
    for (const specifier of statement.specifiers) {
      if (specifier.type !== 'ImportSpecifier') continue;
      if (moneyTables.includes(nameOf(specifier.imported) ?? '')) names.add(specifier.local.name);
    }
  }
  return names;
}

function writesMoney(sql: string, tableNames: Set<string>): boolean {
  return [...sql.matchAll(WRITES)].some(([, table = '']) => tableNames.has(table));
}

const isProcessModule = (specifier: string) => specifier === 'process' || specifier === 'node:process';
const isProcess = (node: ESTree.Node) => nameOf(node) === 'process';

/** `x` and the last name of `a.b.x`; undefined for anything else. */
function nameOf(node: ESTree.Node | undefined): string | undefined {
  if (node?.type === 'Identifier') return node.name;
  return node?.type === 'MemberExpression' && !node.computed ? nameOf(node.property) : undefined;
}

/** The value of a text that is written out; undefined where it is computed. */
function textOf(node: ESTree.Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
}
