import type { AlterTableCmd, Constraint, Node } from 'libpg-query';
import { type Catalog, constraintsIn, emptyCatalog, learn } from '#db/migrator/catalog.ts';
import { parseOutside } from '#db/migrator/outside-statement.ts';
import { nameOf, nodesIn, type Parsed, parseSql, relationOf, textOf } from '#db/migrator/parse-sql.ts';
import { firstLineOf } from '#db/migrator/plan.ts';
import { LAST_EXEMPT, type Migration, type Step } from '#db/migrator/read-migrations.ts';

/** They have one row, or a few, in every shop. */
const SMALL = new Set(['settings', 'money_totals_state', 'payment_methods', 'changes']);
/** A comment beside a statement that accepts what the rules refuse, with a reason. */
const ACCEPTED = /^\s*--\s*accepted:\s*(\S.*\S)\s*$/im;
const SHORTEST_REASON = 10;
const OLDER_SERVERS = 'which a server of the release before may still use';
const OLDER_INSERTS = 'a server of the release before inserts rows without it';
/** The same value in all rows of a statement, so that a new column needs no rewrite. */
const STABLE_FUNCTIONS = new Set(['now', 'transaction_timestamp', 'statement_timestamp']);
/** They lock nothing that is in use, or for a moment only. */
const HARMLESS = new Set<Parsed['kind']>([
  'CreateFunctionStmt',
  'CreateTrigStmt',
  'CommentStmt',
  'CreateSeqStmt',
  'CreateSchemaStmt',
  'ViewStmt',
  'CreateStmt',
]);
const QUICK_CHANGES = new Set<AlterTableCmd['subtype']>([
  'AT_ColumnDefault',
  'AT_DropNotNull',
  'AT_DropConstraint',
  'AT_SetStatistics',
  'AT_SetRelOptions',
  'AT_ResetRelOptions',
  'AT_EnableTrig',
  'AT_DisableTrig',
]);

/**
 * Finds statements that rewrite a large table, or lock others out of it for longer than a moment, in migrations after the exempt ones.
 *
 * @param migrations all of them in order, because later ones depend on the tables of earlier ones
 * @returns one sentence per problem
 */
export async function findProblems(migrations: Migration[]): Promise<string[]> {
  const catalog = emptyCatalog();
  const problems: string[] = [];
  for (const { tag, steps } of migrations) {
    const before = new Set(catalog.tables);
    for (const { text, step } of steps.flatMap(statementsOf)) {
      const found = tag > LAST_EXEMPT ? await problemsOf(text, step, { catalog, before }) : [];
      problems.push(...found.map((problem) => `${tag}: ${problem}\n    ${firstLineOf(text)}`));
      for (const each of await parseSql(text)) learn(catalog, each);
    }
  }
  return problems;
}

interface Known {
  catalog: Catalog;
  /** The tables before this migration: those that have rows, and users. */
  before: Set<string>;
}

function statementsOf(step: Step): { text: string; step: Step }[] {
  return (step.kind === 'transaction' ? step.statements : [step.statement]).map((text) => ({ text, step }));
}

async function problemsOf(text: string, step: Step, known: Known): Promise<string[]> {
  if (step.kind === 'outside') {
    const refused = await parseOutside(text, step.isInBatches).catch((error: unknown) => String(error));
    return typeof refused === 'string' ? [refused] : [];
  }
  const reason = ACCEPTED.exec(text)?.[1] ?? '';
  if (reason.length >= SHORTEST_REASON) return [];
  return (await parseSql(text)).flatMap((statement) => judge(statement, known));
}

function judge(statement: Parsed, known: Known): string[] {
  const { kind, node } = statement;
  const isLarge = (table: string) => known.before.has(table) && !SMALL.has(table);
  switch (kind) {
    case 'IndexStmt':
      if (node.concurrent) return ['an index that is built concurrently needs the mark "-- outside a transaction"'];
      return isLarge(relationOf(node.relation))
        ? [`an index on ${relationOf(node.relation)} is built concurrently, outside a transaction`]
        : [];
    case 'AlterTableStmt': {
      const table = relationOf(node.relation);
      const commands = (node.cmds ?? []).flatMap((each) => ('AlterTableCmd' in each ? [each.AlterTableCmd] : []));
      const changes = known.before.has(table) ? commands.flatMap((each) => judgeChange(table, each, known)) : [];
      return isLarge(table) ? changes : changes.filter((problem) => problem.includes('release before'));
    }
    case 'DropStmt':
      return (node.objects ?? []).flatMap((object) => judgeDrop(node.removeType, nameOf(namesOf(object)), known));
    case 'RenameStmt':
      return known.before.has(relationOf(node.relation))
        ? [`${relationOf(node.relation)} or a part of it is renamed, ${OLDER_SERVERS}`]
        : [];
    case 'UpdateStmt':
    case 'DeleteStmt':
    case 'MergeStmt': {
      const table = relationOf(node.relation);
      return isLarge(table) ? [`rows of ${table} change in one transaction: use batches outside of it`] : [];
    }
    case 'InsertStmt': {
      const read = tablesIn(node).filter(isLarge);
      return read.length > 0 ? [`a whole table is copied in one transaction: ${read.join(', ')}`] : [];
    }
    case 'TruncateStmt':
    case 'LockStmt':
    case 'ClusterStmt':
    case 'ReindexStmt':
    case 'RefreshMatViewStmt':
      return [`${kind.replace('Stmt', '').toUpperCase()} locks a table for long`];
    case 'VacuumStmt':
      return node.is_vacuumcmd ? ['VACUUM is not a migration'] : ['ANALYZE runs outside a transaction'];
    default:
      return HARMLESS.has(kind) ? [] : [`nothing is known of the locks of ${kind}`];
  }
}

function judgeDrop(type: string | undefined, name: string, { catalog, before }: Known): string[] {
  if (type === 'OBJECT_INDEX') {
    const table = catalog.indexes.get(name) ?? name;
    return before.has(table) && !SMALL.has(table)
      ? [`the index ${name} is dropped concurrently, outside a transaction`]
      : [];
  }
  if (type === 'OBJECT_TRIGGER') return [];
  return type !== 'OBJECT_TABLE' || before.has(name) ? [`${name} is dropped, ${OLDER_SERVERS}`] : [];
}

function judgeChange(table: string, change: AlterTableCmd, { catalog }: Known): string[] {
  const { subtype, name = '', def } = change;
  switch (subtype) {
    case 'AT_AddColumn':
      return judgeColumn(table, def);
    case 'AT_AddConstraint':
      return constraintsIn(def).flatMap((made) => judgeConstraint(table, made));
    case 'AT_AlterColumnType':
      return [
        `another type for ${table}.${name} rewrites the table: add a column, fill it in batches, and drop the old one later`,
      ];
    case 'AT_SetNotNull': {
      const isChecked = [...catalog.constraints.values()].some(
        (each) => each.table === table && each.notNullColumn === name && each.isValid,
      );
      return isChecked
        ? []
        : [`NOT NULL on ${table}.${name} reads the whole table: first add and validate CHECK (${name} IS NOT NULL)`];
    }
    case 'AT_ValidateConstraint':
      return [`the constraint ${name} is validated outside the transaction that adds it`];
    case 'AT_DropColumn':
      return [`the column ${table}.${name} is dropped, ${OLDER_SERVERS}`];
    default:
      return QUICK_CHANGES.has(subtype) ? [] : [`nothing is known of the locks of ${subtype} on ${table}`];
  }
}

function judgeColumn(table: string, definition: Node | undefined): string[] {
  if (!definition || !('ColumnDef' in definition)) return [];
  const { colname = '', constraints = [], typeName } = definition.ColumnDef;
  const column = `${table}.${colname}`;
  const made = constraints.flatMap((each) => ('Constraint' in each ? [each.Constraint] : []));
  const given = made.find(({ contype }) => contype === 'CONSTR_DEFAULT')?.raw_expr;
  const problems: string[] = [];
  if (/serial/.test(nameOf(typeName?.names))) problems.push(`a serial column ${column} rewrites the table`);
  if (given && isVolatile(given))
    problems.push(`the default of ${column} is computed per row, which rewrites the table`);
  for (const { contype } of made) {
    if (contype === 'CONSTR_NOTNULL' && !given)
      problems.push(`${column} is NOT NULL without a default, and ${OLDER_INSERTS}`);
    if (contype === 'CONSTR_IDENTITY' || contype === 'CONSTR_GENERATED')
      problems.push(`the generated column ${column} rewrites the table`);
    if (contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN')
      problems.push(`the constraint of ${column} reads the whole table: add it NOT VALID, and validate it later`);
    if (contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY')
      problems.push(
        `the unique column ${column} builds an index: build it concurrently, then add the constraint USING INDEX`,
      );
  }
  return problems;
}

function judgeConstraint(table: string, { contype, conname = '', skip_validation, indexname }: Constraint): string[] {
  if (contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN')
    return skip_validation
      ? []
      : [`the constraint ${conname} reads all of ${table}: add it NOT VALID, and validate it outside a transaction`];
  if ((contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY') && indexname) return [];
  return [
    `the constraint ${conname} builds an index on ${table}: build it concurrently, then add the constraint USING INDEX`,
  ];
}

/** Whether an expression may differ between rows: every function does, unless it is known. */
function isVolatile(expression: Node): boolean {
  return [...nodesIn(expression)].some(
    ({ kind, node }) => kind === 'FuncCall' && !STABLE_FUNCTIONS.has(textOf(node.funcname?.at(-1))),
  );
}

/** The tables that a statement reads, or writes in its WITH clause. */
function tablesIn(node: unknown): string[] {
  return [...nodesIn(node)].flatMap((each) => {
    if (each.kind === 'RangeVar') return [relationOf(each.node)];
    return each.kind === 'UpdateStmt' || each.kind === 'DeleteStmt' ? [relationOf(each.node.relation)] : [];
  });
}

function namesOf(node: Node): Node[] | undefined {
  return 'List' in node ? node.List.items : undefined;
}
