import type { Constraint, Node, RenameStmt } from 'libpg-query';
import { nameOf, nodesIn, type Parsed, relationOf, textOf } from './parse-sql.ts';

/** What the migrations before a statement have made: as much of it as locks and rules depend on. */
export interface Catalog {
  tables: Set<string>;
  /** The table of each index. */
  indexes: Map<string, string>;
  constraints: Map<string, KnownConstraint>;
}

export interface KnownConstraint {
  table: string;
  /** The columns of a foreign key. */
  columns: string[];
  /** The table that a foreign key refers to. */
  refersTo: string | undefined;
  isValid: boolean;
  /** The column, if it is a check that this column is not null. */
  notNullColumn: string | undefined;
}

export function emptyCatalog(): Catalog {
  return { tables: new Set(), indexes: new Map(), constraints: new Map() };
}

/** Adds the effect of one statement. */
export function learn(catalog: Catalog, { kind, node }: Parsed): void {
  const { tables, indexes } = catalog;
  if (kind === 'CreateStmt') {
    const table = relationOf(node.relation);
    tables.add(table);
    learnConstraints(catalog, table, node.tableElts);
  } else if (kind === 'IndexStmt') indexes.set(node.idxname ?? '', relationOf(node.relation));
  else if (kind === 'AlterTableStmt') {
    const table = relationOf(node.relation);
    for (const each of node.cmds ?? []) {
      if (!('AlterTableCmd' in each)) continue;
      const { subtype, name = '', def } = each.AlterTableCmd;
      if (subtype === 'AT_DropConstraint') catalog.constraints.delete(name);
      if (subtype === 'AT_ValidateConstraint') setValid(catalog, name);
      learnConstraints(catalog, table, def);
    }
  } else if (kind === 'DropStmt')
    for (const object of node.objects ?? []) {
      const name = nameOf('List' in object ? object.List.items : undefined);
      if (node.removeType === 'OBJECT_TABLE') tables.delete(name);
      if (node.removeType === 'OBJECT_INDEX') indexes.delete(name);
    }
  else if (kind === 'RenameStmt') learnName(catalog, node);
}

function learnName(catalog: Catalog, { renameType, relation, subname, newname = '' }: RenameStmt): void {
  const { tables, indexes } = catalog;
  const name = relationOf(relation);
  if (renameType === 'OBJECT_TABLE' && tables.delete(name)) tables.add(newname);
  const table = indexes.get(name);
  if (renameType === 'OBJECT_INDEX' && table !== undefined) {
    indexes.delete(name);
    indexes.set(newname, table);
  }
  if (renameType !== 'OBJECT_COLUMN') return;
  for (const each of catalog.constraints.values())
    if (each.table === name) each.columns = each.columns.map((column) => (column === subname ? newname : column));
}

/** The constraints in a definition, of the table or of its columns. */
export function constraintsIn(definition: Node | Node[] | undefined): Constraint[] {
  return [...nodesIn(definition)].flatMap(({ kind, node }) => (kind === 'Constraint' ? [node] : []));
}

/** Each constraint of a definition, with the column that it is written at. */
function* madeIn(definition: Node | Node[] | undefined): Generator<[Constraint, column: string | undefined]> {
  let column: string | undefined;
  for (const { kind, node } of nodesIn(definition)) {
    if (kind === 'ColumnDef') column = node.colname;
    if (kind === 'Constraint') yield [node, node.fk_attrs ? undefined : column];
  }
}

function learnConstraints(catalog: Catalog, table: string, definition: Node | Node[] | undefined): void {
  for (const [made, column] of madeIn(definition)) {
    const columns = made.fk_attrs?.map(textOf) ?? (column === undefined ? [] : [column]);
    // PostgreSQL's own name for a foreign key without one.
    const name = made.conname ?? `${table}_${columns.join('_')}_fkey`;
    if (made.conname === undefined && made.contype !== 'CONSTR_FOREIGN') continue;
    const refersTo = made.pktable && relationOf(made.pktable);
    const isValid = made.skip_validation !== true;
    catalog.constraints.set(name, { table, isValid, columns, refersTo, notNullColumn: notNullColumnOf(made.raw_expr) });
    if (made.contype === 'CONSTR_UNIQUE' || made.contype === 'CONSTR_PRIMARY') catalog.indexes.set(name, table);
  }
}

function setValid({ constraints }: Catalog, name: string): void {
  const known = constraints.get(name);
  if (known) constraints.set(name, { ...known, isValid: true });
}

function notNullColumnOf(expression: Node | undefined): string | undefined {
  if (!expression || !('NullTest' in expression) || expression.NullTest.nulltesttype !== 'IS_NOT_NULL')
    return undefined;
  const { arg } = expression.NullTest;
  return arg && 'ColumnRef' in arg ? textOf(arg.ColumnRef.fields?.at(-1)) : undefined;
}
