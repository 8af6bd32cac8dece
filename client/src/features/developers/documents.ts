/** A part of a line: text, code, or a link, bold or italic around parts. */
export type Part =
  | string
  | { code: string }
  | { to: string; parts: Part[] }
  | { strong: Part[] }
  | { emphasis: Part[] };

/** A part of a document, as `client/build/documents.ts` makes it. */
export type Block =
  | { kind: 'heading'; depth: number; parts: Part[] }
  | { kind: 'paragraph'; parts: Part[] }
  | { kind: 'list'; isNumbered: boolean; items: Part[][] }
  | { kind: 'code'; language: string; code: string }
  | { kind: 'table'; head: Part[][]; rows: Part[][][] };

/** A document of the page. */
export interface Document {
  /** The beginning of its sections' ids, and the id of its title. */
  id: string;
  blocks: (Block & { id?: string })[];
}

const imported = import.meta.glob<Block[]>('../../../../docs/{scripts,api-v2,webhooks}.md', {
  eager: true,
  import: 'default',
});

/** The documents in the order of the page, with the ids of their headings. */
export const documents: readonly Document[] = ['scripts', 'api-v2', 'webhooks'].flatMap((id) => {
  const blocks = imported[`../../../../docs/${id}.md`];
  return blocks ? [{ id, blocks: withIds(id, blocks) }] : [];
});

/** Where a link between the documents leads on the page; undefined for a document that is not on it. */
export function linkTarget(to: string): string | undefined {
  if (/^(https?:|#|\/)/.test(to)) return to;
  const [, name = '', section = ''] = /^([\w-]+)\.md(?:#(.*))?$/.exec(to) ?? [];
  if (name === 'api') return '/api/docs';
  if (!documents.some(({ id }) => id === name)) return undefined;
  return section ? `#${name}-${section}` : `#${name}`;
}

/** The text of a line without its marks. */
export function textOf(parts: readonly Part[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('code' in part) return part.code;
      return textOf('parts' in part ? part.parts : 'strong' in part ? part.strong : part.emphasis);
    })
    .join('');
}

function withIds(document: string, blocks: readonly Block[]): Document['blocks'] {
  const taken = new Set<string>();
  return blocks.map((block) => {
    if (block.kind !== 'heading') return block;
    if (block.depth === 1) return { ...block, id: document };
    const slug = textOf(block.parts)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '');
    let id = `${document}-${slug}`;
    while (taken.has(id)) id += '-more';
    taken.add(id);
    return { ...block, id };
  });
}
