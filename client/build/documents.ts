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
    case 'list': {
      const { ordered, items } = token as Tokens.List;
      return [{ kind: 'list', isNumbered: ordered, items: items.flatMap(({ tokens }) => itemsOf(tokens)) }];
    }
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

/** An item, and after it those of a list within it. */
function itemsOf(tokens: Token[]): Part[][] {
  const own = tokens.filter(({ type }) => type !== 'list');
  const inner = tokens.filter((token): token is Tokens.List => token.type === 'list');
  return [partsOf(own), ...inner.flatMap(({ items }) => items.flatMap((item) => itemsOf(item.tokens)))];
}

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
      case 'code':
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
