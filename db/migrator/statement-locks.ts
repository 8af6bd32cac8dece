import type { AlterTableCmd, Node } from 'libpg-query';
import { type Catalog, constraintsIn } from './catalog.ts';
import { nameOf, nodesIn, type Parsed, relationOf } from './parse-sql.ts';

/** PostgreSQL's table locks, weakest first: https://www.postgresql.org/docs/current/explicit-locking.html */
export const LOCK_MODES = [
  'ACCESS SHARE',
  'ROW SHARE',
  'ROW EXCLUSIVE',
  'SHARE UPDATE EXCLUSIVE',
  'SHARE',
  'SHARE ROW EXCLUSIVE',
  'EXCLUSIVE',
  'ACCESS EXCLUSIVE',
] as const;
export type LockMode = (typeof LOCK_MODES)[number];

/** The strongest lock that a statement takes on each table; undefined if it runs code that this can't read. */
export type TableLocks = Map<string, LockMode>;

type TakeLock = (table: string, mode: LockMode) => void;

const NO_TABLE = new Set<Parsed['kind']>([
  'CreateFunctionStmt',
  'CreateExtensionStmt',
  'CreateSchemaStmt',
  'CreateSeqStmt',
  'AlterSeqStmt',
  'CreateEnumStmt',
  'VariableSetStmt',
]);

/**
 * Derives the locks of a statement from its text, by PostgreSQL's documentation and `AlterTableGetLockLevel`. A test compares them with
 * those that PostgreSQL takes. Locks of triggers and of foreign keys' checks are not among them: they are those of ordinary writes.
 *
 * @param catalog what exists before the statement
 */
export function locksOf({ kind, node }: Parsed, catalog: Catalog): TableLocks | undefined {
  const locks: TableLocks = new Map();
  const take: TakeLock = (table, mode) => {
    const before = locks.get(table);
    if (before === undefined || isStronger(mode, before)) locks.set(table, mode);
  };
  switch (kind) {
    case 'IndexStmt':
      take(relationOf(node.relation), node.concurrent ? 'SHARE UPDATE EXCLUSIVE' : 'SHARE');
      return locks;
    case 'AlterTableStmt':
      return node.objtype === 'OBJECT_TABLE' && locksOfAlter(relationOf(node.relation), node.cmds, { catalog, take })
        ? locks
        : undefined;
    case 'CreateStmt':
      take(relationOf(node.relation), 'ACCESS EXCLUSIVE');
      takeReferences(node.tableElts, take);
      return locks;
    case 'DropStmt':
      return locksOfDrop(node, catalog, take) ? locks : undefined;
    case 'RenameStmt':
      if (node.renameType !== 'OBJECT_INDEX') take(relationOf(node.relation), 'ACCESS EXCLUSIVE');
      return locks;
    case 'CreateTrigStmt':
      take(relationOf(node.relation), 'SHARE ROW EXCLUSIVE');
      return locks;
    case 'CommentStmt': {
      const names = node.object && 'List' in node.object ? (node.object.List.items ?? []) : [];
      if (node.objtype === 'OBJECT_TABLE') take(nameOf(names), 'SHARE UPDATE EXCLUSIVE');
      if (node.objtype === 'OBJECT_COLUMN') take(nameOf(names.slice(0, -1)), 'SHARE UPDATE EXCLUSIVE');
      return locks;
    }
    case 'InsertStmt':
    case 'UpdateStmt':
    case 'DeleteStmt':
    case 'MergeStmt':
      takeReads(node, take);
      take(relationOf(node.relation), 'ROW EXCLUSIVE');
      return locks;
    case 'SelectStmt':
    case 'ViewStmt':
      takeReads(node, take);
      return [...nodesIn(node)].some((each) => each.kind === 'FuncCall') ? undefined : locks;
    case 'TruncateStmt':
      for (const each of relationsIn(node.relations)) take(each, 'ACCESS EXCLUSIVE');
      return locks;
    case 'LockStmt':
      for (const each of relationsIn(node.relations))
        take(each, LOCK_MODES[(node.mode ?? 8) - 1] ?? 'ACCESS EXCLUSIVE');
      return locks;
    case 'VacuumStmt': {
      const isFull = (node.options ?? []).some((each) => 'DefElem' in each && each.DefElem.defname === 'full');
      for (const each of relationsIn(node.rels)) take(each, isFull ? 'ACCESS EXCLUSIVE' : 'SHARE UPDATE EXCLUSIVE');
      return locks;
    }
    case 'ClusterStmt':
      take(relationOf(node.relation), 'ACCESS EXCLUSIVE');
      return locks;
    case 'RefreshMatViewStmt':
      take(relationOf(node.relation), node.concurrent ? 'EXCLUSIVE' : 'ACCESS EXCLUSIVE');
      return locks;
    case 'ReindexStmt': {
      const isConcurrent = (node.params ?? []).some(
        (each) => 'DefElem' in each && each.DefElem.defname === 'concurrently',
      );
      const name = relationOf(node.relation);
      take(catalog.indexes.get(name) ?? name, isConcurrent ? 'SHARE UPDATE EXCLUSIVE' : 'SHARE');
      return locks;
    }
    default:
      return NO_TABLE.has(kind) ? locks : undefined;
  }
}

function isStronger(mode: LockMode, other: LockMode): boolean {
  return LOCK_MODES.indexOf(mode) > LOCK_MODES.indexOf(other);
}

const WEAKER: Partial<Record<NonNullable<AlterTableCmd['subtype']>, LockMode>> = {
  AT_SetStatistics: 'SHARE UPDATE EXCLUSIVE',
  AT_SetOptions: 'SHARE UPDATE EXCLUSIVE',
  AT_ResetOptions: 'SHARE UPDATE EXCLUSIVE',
  AT_SetRelOptions: 'SHARE UPDATE EXCLUSIVE',
  AT_ResetRelOptions: 'SHARE UPDATE EXCLUSIVE',
  AT_ClusterOn: 'SHARE UPDATE EXCLUSIVE',
  AT_ValidateConstraint: 'SHARE UPDATE EXCLUSIVE',
  AT_EnableTrig: 'SHARE ROW EXCLUSIVE',
  AT_DisableTrig: 'SHARE ROW EXCLUSIVE',
};

function locksOfAlter(
  table: string,
  commands: Node[] = [],
  { catalog, take }: { catalog: Catalog; take: TakeLock },
): boolean {
  for (const each of commands) {
    if (!('AlterTableCmd' in each)) return false;
    const { subtype, name = '', def } = each.AlterTableCmd;
    const [constraint] = constraintsIn(def);
    const isForeignKey = subtype === 'AT_AddConstraint' && constraint?.contype === 'CONSTR_FOREIGN';
    take(table, isForeignKey ? 'SHARE ROW EXCLUSIVE' : ((subtype && WEAKER[subtype]) ?? 'ACCESS EXCLUSIVE'));
    takeReferences(def, take);
    // The triggers of a foreign key are dropped from the other table, too.
    if (subtype === 'AT_DropColumn')
      for (const { table: of, columns, refersTo } of catalog.constraints.values())
        if (of === table && refersTo !== undefined && columns.includes(name)) take(refersTo, 'ACCESS EXCLUSIVE');
    const other = catalog.constraints.get(name)?.refersTo;
    if (other !== undefined && subtype === 'AT_DropConstraint') take(other, 'ACCESS EXCLUSIVE');
    if (other !== undefined && subtype === 'AT_ValidateConstraint') take(other, 'ROW SHARE');
  }
  return true;
}

function locksOfDrop(
  { removeType, objects = [], concurrent }: Extract<Parsed, { kind: 'DropStmt' }>['node'],
  catalog: Catalog,
  take: TakeLock,
): boolean {
  for (const object of objects) {
    const names = 'List' in object ? (object.List.items ?? []) : [];
    const name = nameOf(names);
    if (removeType === 'OBJECT_TRIGGER') take(nameOf(names.slice(0, -1)), 'ACCESS EXCLUSIVE');
    else if (removeType === 'OBJECT_INDEX')
      take(catalog.indexes.get(name) ?? name, concurrent ? 'SHARE UPDATE EXCLUSIVE' : 'ACCESS EXCLUSIVE');
    else if (removeType === 'OBJECT_TABLE') {
      take(name, 'ACCESS EXCLUSIVE');
      for (const { table, refersTo } of catalog.constraints.values())
        if (table === name && refersTo !== undefined) take(refersTo, 'ACCESS EXCLUSIVE');
    } else if (removeType !== 'OBJECT_FUNCTION') return false;
  }
  return true;
}

function takeReferences(definition: Node | Node[] | undefined, take: TakeLock): void {
  for (const { pktable } of constraintsIn(definition)) if (pktable) take(relationOf(pktable), 'SHARE ROW EXCLUSIVE');
}

/** Names that a WITH clause defines are no tables. */
function takeReads(node: unknown, take: TakeLock): void {
  const nodes = [...nodesIn(node)];
  const own = new Set(nodes.flatMap((each) => (each.kind === 'CommonTableExpr' ? [each.node.ctename ?? ''] : [])));
  const isLocking = nodes.some((each) => each.kind === 'LockingClause');
  for (const each of nodes) {
    if (each.kind === 'RangeVar' && !own.has(relationOf(each.node)))
      take(relationOf(each.node), isLocking ? 'ROW SHARE' : 'ACCESS SHARE');
    if (each.kind === 'InsertStmt' || each.kind === 'UpdateStmt' || each.kind === 'DeleteStmt')
      take(relationOf(each.node.relation), 'ROW EXCLUSIVE');
  }
}

function relationsIn(relations: Node[] | undefined): string[] {
  return [...nodesIn(relations)].flatMap(({ kind, node }) => {
    if (kind === 'RangeVar') return [relationOf(node)];
    return kind === 'VacuumRelation' ? [relationOf(node.relation)] : [];
  });
}

/** A list of names as text, for messages. */
export function describeLocks(locks: TableLocks | undefined): string {
  if (!locks) return 'locks unknown: it runs code';
  if (locks.size === 0) return 'no table locks';
  return [...locks].map(([table, mode]) => `${mode} on ${table}`).join(', ');
}
