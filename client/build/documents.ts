import { marked, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';

/** A part of a line: text, code, or a link, bold or italic around parts. */
type Part = string | { code: string } | { to: string; parts: Part[] } | { strong: Part[] } | { emphasis: Part[] };

/** A part of a document. */
type Block =
  | { kind: 'heading'; depth: number; parts: Part[] }
  | { kind: 'paragraph'; parts: Part[] }
  | { kind: 'list'; isNumbered: boolean; items: Part[][] }
  | { kind: 'code'; language: string; code: string }
  | { kind: 'table'; head: Part[][]; rows: Part[][][] };

/** Imports of `docs/*.md` are the documents' blocks, so that the browser needs no parser. */
export function documents(): Plugin {
  return {
    name: 'documents',
    enforce: 'pre',
    transform: {
      filter: { id: /\/docs\/[\w-]+\.md$/ },
      handler: (source) => ({
        code: `export default ${JSON.stringify(blocksOf(source))}`,
        map: null,
        moduleType: 'js',
      }),
    },
  };
}

/**
 * The blocks of a document. Comments are left out.
 * @throws Error for Markdown that the page has no element for
 */
export function blocksOf(source: string): Block[] {
  return marked.lexer(source).flatMap(blockOf);
}

function blockOf(token: Token): Block[] {
  switch (token.type) {
    case 'heading':
      return [{ kind: 'heading', depth: (token as Tokens.Heading).depth, parts: partsOf(token.tokens) }];
    case 'paragraph':
      return [{ kind: 'paragraph', parts: partsOf(token.tokens) }];
    case 'code':
      return [{ kind: 'code', language: (token as Tokens.Code).lang ?? '', code: (token as Tokens.Code).text }];
    case 'list':
      return listBlocks(token as Tokens.List);
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      const cells = (row: Tokens.TableCell[]) => row.map(({ tokens }) => partsOf(tokens));
      return [{ kind: 'table', head: cells(header), rows: rows.map(cells) }];
    }
    case 'blockquote':
      return (token.tokens ?? []).flatMap(blockOf);
    case 'space':
    case 'hr':
    case 'def':
      return [];
    case 'html':
      if (token.raw.trim().startsWith('<!--')) return [];
  }
  throw new Error(`The page of the documents has nothing for ${token.type}: ${token.raw.slice(0, 80)}`);
}

/** A list. A table or code within an item stands after it, between two lists; items of an inner list follow their item. */
function listBlocks({ ordered, items }: Tokens.List): Block[] {
  const blocks: Block[] = [];
  for (const { tokens } of items) {
    const inner = tokens.filter(({ type }) => innerBlocks.has(type));
    const parts = partsOf(tokens.filter((token) => !inner.includes(token)));
    const last = blocks.at(-1);
    if (last?.kind === 'list') last.items.push(parts);
    else blocks.push({ kind: 'list', isNumbered: ordered, items: [parts] });
    for (const block of inner.flatMap(blockOf)) {
      const before = blocks.at(-1);
      if (block.kind === 'list' && before?.kind === 'list') before.items.push(...block.items);
      else blocks.push(block);
    }
  }
  return blocks;
}

const innerBlocks = new Set(['list', 'table', 'code']);

function partsOf(tokens: Token[] = []): Part[] {
  return tokens.flatMap((token): Part[] => {
    switch (token.type) {
      case 'text':
        return 'tokens' in token && token.tokens ? partsOf(token.tokens) : [plain(token)];
      case 'escape':
        return [plain(token)];
      case 'paragraph':
        return partsOf(token.tokens);
      case 'br':
        return [' '];
      case 'html':
        return [token.raw];
      case 'codespan':
        return [{ code: (token as Tokens.Codespan).text }];
      case 'link':
        return [{ to: (token as Tokens.Link).href, parts: partsOf(token.tokens) }];
      case 'strong':
        return [{ strong: partsOf(token.tokens) }];
      case 'em':
        return [{ emphasis: partsOf(token.tokens) }];
      case 'checkbox':
      case 'space':
        return [];
    }
    throw new Error(`The page of the documents has nothing for ${token.type}: ${token.raw.slice(0, 80)}`);
  });
}

const plain = (token: Token) => (token as Tokens.Text).text.replaceAll('\n', ' ');
