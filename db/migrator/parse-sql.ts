import type { Node, RangeVar } from 'libpg-query';

/** One statement of PostgreSQL's own parse tree: its kind and its node. */
export type Parsed = { [Kind in NodeKind]: { kind: Kind; node: NodeOf<Kind> } }[NodeKind];

type KeysOfUnion<T> = T extends unknown ? keyof T : never;
export type NodeKind = Extract<KeysOfUnion<Node>, string>;
export type NodeOf<Kind extends NodeKind> =
  Extract<Node, Record<Kind, unknown>> extends Record<Kind, infer Of> ? Of : never;

/**
 * Parses SQL by PostgreSQL's own grammar. The parser is loaded on first use, because most starts need none.
 * @throws Error with the parser's message
 */
export async function parseSql(text: string): Promise<Parsed[]> {
  const { parse } = await import('libpg-query');
  const { stmts = [] } = await parse(text);
  return stmts.flatMap(({ stmt }) => (stmt ? [parsedOf(stmt)] : []));
}

/** A node with its kind beside it. */
function parsedOf(node: Node): Parsed {
  const [kind] = Object.keys(node);
  return { kind, node: (node as Record<string, unknown>)[kind ?? ''] } as Parsed;
}

/** The text of a name in a list of names. */
export function textOf(node: Node | undefined): string {
  return node && 'String' in node ? (node.String.sval ?? '') : '';
}

/** Names of PostgreSQL's tree as one text: `orders`, or `drizzle.orders` outside of the schema `public`. */
export function nameOf(names: Node[] | undefined): string {
  const parts = (names ?? [])
    .map(textOf)
    .filter((part, index, { length }) => index === length - 1 || part !== 'public');
  return parts.join('.');
}

/** As {@link nameOf}, for a table or index. */
export function relationOf(relation: RangeVar | undefined): string {
  const { schemaname, relname = '' } = relation ?? {};
  return schemaname && schemaname !== 'public' ? `${schemaname}.${relname}` : relname;
}

/** Every node below a node, itself included, in the order of the text. */
export function* nodesIn(value: unknown): Generator<Parsed> {
  if (Array.isArray(value)) {
    for (const each of value) yield* nodesIn(each);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value as Record<string, unknown>)) {
    // Kinds of nodes begin with a capital, fields do not.
    if (/^[A-Z]/.test(key)) yield { kind: key, node: inner } as Parsed;
    yield* nodesIn(inner);
  }
}
