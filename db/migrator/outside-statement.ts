import type { Node, SelectStmt } from 'libpg-query';
import { nameOf, nodesIn, type Parsed, parseSql, relationOf } from './parse-sql.ts';

/** A statement that may run outside a transaction: after an interruption it can be run again. */
export type OutsideStatement =
  | { kind: 'create index'; index: string; table: string }
  | { kind: 'drop index'; index: string }
  | { kind: 'rebuild index'; index: string }
  | { kind: 'validate'; table: string; constraint: string }
  | { kind: 'analyze' }
  | { kind: 'batches'; table: string; limit: number };

const MOST_ROWS_PER_BATCH = 10_000;
const ALLOWED =
  'Outside a transaction may run: CREATE INDEX CONCURRENTLY IF NOT EXISTS, DROP INDEX CONCURRENTLY IF EXISTS, REINDEX INDEX CONCURRENTLY, ALTER TABLE … VALIDATE CONSTRAINT, ANALYZE, and in batches UPDATE or DELETE';

/**
 * Reads a statement that is marked `-- outside a transaction`, and refuses those that can't be run again.
 * @throws Error that says what is wrong
 */
export async function parseOutside(text: string, isInBatches: boolean): Promise<OutsideStatement> {
  const [statement, ...more] = await parseSql(text);
  if (!statement || more.length > 0) throw new Error('one statement must follow the mark "-- outside a transaction"');
  const found = isInBatches ? readBatches(statement) : readSingle(statement);
  if (!found) throw new Error(`${ALLOWED}; the statement must be safe to run again`);
  return found;
}

function readSingle(statement: Parsed): OutsideStatement | undefined {
  switch (statement.kind) {
    case 'IndexStmt': {
      const { concurrent, if_not_exists, idxname, relation } = statement.node;
      if (!concurrent || !if_not_exists || !idxname) return undefined;
      const schema = relation?.schemaname;
      const index = schema && schema !== 'public' ? `${schema}.${idxname}` : idxname;
      return { kind: 'create index', index, table: relationOf(relation) };
    }
    case 'DropStmt': {
      const { removeType, concurrent, missing_ok, objects = [] } = statement.node;
      if (removeType !== 'OBJECT_INDEX' || !concurrent || !missing_ok || objects.length !== 1) return undefined;
      return { kind: 'drop index', index: nameOf(namesOf(objects[0])) };
    }
    case 'ReindexStmt': {
      const { kind, relation, params = [] } = statement.node;
      const isConcurrent = params.some((each) => 'DefElem' in each && each.DefElem.defname === 'concurrently');
      if (kind !== 'REINDEX_OBJECT_INDEX' || !isConcurrent) return undefined;
      return { kind: 'rebuild index', index: relationOf(relation) };
    }
    case 'AlterTableStmt': {
      const { relation, cmds = [], objtype } = statement.node;
      const [command] = cmds;
      if (cmds.length !== 1 || objtype !== 'OBJECT_TABLE' || !command || !('AlterTableCmd' in command))
        return undefined;
      const { subtype, name = '' } = command.AlterTableCmd;
      if (subtype !== 'AT_ValidateConstraint') return undefined;
      return { kind: 'validate', table: relationOf(relation), constraint: name };
    }
    case 'VacuumStmt':
      return statement.node.is_vacuumcmd ? undefined : { kind: 'analyze' };
    default:
      return undefined;
  }
}

/** A batch ends by itself: its rows are found by a subquery with a limit, and it leaves no row out. */
function readBatches(statement: Parsed): OutsideStatement {
  if (statement.kind !== 'UpdateStmt' && statement.kind !== 'DeleteStmt')
    throw new Error('in batches may run: UPDATE and DELETE');
  const { relation, whereClause } = statement.node;
  const rows = subqueryOf(whereClause);
  const limit = limitOf(rows);
  if (!rows || limit === undefined)
    throw new Error('a batch needs WHERE … IN (SELECT … WHERE … LIMIT n), which finds the rows that are left');
  if (limit < 1 || limit > MOST_ROWS_PER_BATCH)
    throw new Error(`a batch has 1 to ${MOST_ROWS_PER_BATCH.toLocaleString('en')} rows, not ${limit}`);
  if (!rows.whereClause) throw new Error('the subquery of a batch needs a WHERE that leaves out finished rows');
  for (const { kind, node } of nodesIn(rows.lockingClause))
    if (kind === 'LockingClause' && node.waitPolicy === 'LockWaitSkip')
      throw new Error('SKIP LOCKED would leave rows out of the batches');
  return { kind: 'batches', table: relationOf(relation), limit };
}

function subqueryOf(condition: Node | undefined): SelectStmt | undefined {
  if (!condition || !('SubLink' in condition)) return undefined;
  const { subLinkType, subselect, operName } = condition.SubLink;
  const isIn = subLinkType === 'ANY_SUBLINK' && operName === undefined;
  return isIn && subselect && 'SelectStmt' in subselect ? subselect.SelectStmt : undefined;
}

function limitOf(rows: SelectStmt | undefined): number | undefined {
  const limit = rows?.limitCount;
  return limit && 'A_Const' in limit ? limit.A_Const.ival?.ival : undefined;
}

function namesOf(node: Node | undefined): Node[] | undefined {
  return node && 'List' in node ? node.List.items : undefined;
}
