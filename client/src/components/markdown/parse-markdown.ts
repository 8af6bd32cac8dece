import { isHttpUrl, isOwnPath } from '#shared/http-url.ts';

/** A part of a line. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'strong' | 'emphasis'; parts: Inline[] }
  | { kind: 'link'; to: string; parts: Inline[] };

/** A part of a page; its lines stand one below the other. */
export type Block =
  | { kind: 'heading'; level: 2 | 3; id: string; text: string; parts: Inline[] }
  | { kind: 'paragraph'; lines: Inline[][] }
  | { kind: 'list'; isNumbered: boolean; items: Inline[][][] };

/** Within bold and links, so that nothing nests without end. */
const MAX_DEPTH = 3;

const HEADING = /^(#{1,3}) +(.*)$/;
const ITEM = /^(?:[-*+]|(\d{1,3})[.)]) +(.*)$/;

/**
 * Parses a small Markdown: headings, paragraphs, lists, bold, italic, and links to web addresses, mail addresses and this panel's
 * paths. Everything else, HTML included, is text. The time is linear: no pattern scans far.
 *
 * It is not a library because none holds against hostile text of this size: micromark takes 200 s for 20 kB of `- `, and marked
 * overflows the stack on 20 kB of `> `.
 * @param idPrefix of the headings' ids
 */
export function parseMarkdown(source: string, idPrefix = ''): Block[] {
  const blocks: Block[] = [];
  const ids = new Set<string>();
  let open: Extract<Block, { kind: 'paragraph' | 'list' }> | undefined;
  for (const raw of source.split(/\r?\n/)) {
    const line = raw.trim();
    const [, marks, title] = HEADING.exec(line) ?? [];
    const item = ITEM.exec(line);
    if (line === '') {
      open = undefined;
    } else if (marks && title !== undefined) {
      open = undefined;
      const parts = parseInline(title);
      const text = plainText(parts);
      blocks.push({
        kind: 'heading',
        level: marks.length === 3 ? 3 : 2,
        id: freeId(idPrefix + slugOf(text), ids),
        text,
        parts,
      });
    } else if (item) {
      const isNumbered = item[1] !== undefined;
      if (open?.kind !== 'list' || open.isNumbered !== isNumbered) {
        open = { kind: 'list', isNumbered, items: [] };
        blocks.push(open);
      }
      open.items.push([parseInline(item[2] ?? '')]);
    } else if (open?.kind === 'list') {
      open.items.at(-1)?.push(parseInline(line));
    } else if (open) {
      open.lines.push(parseInline(line));
    } else {
      open = { kind: 'paragraph', lines: [parseInline(line)] };
      blocks.push(open);
    }
  }
  return blocks;
}

/** Each pattern ends at the next character that could begin another match, or soon. */
const patterns = {
  strong: /\*\*((?:[^*]|\*(?!\*)){1,500})\*\*/y,
  emphasis: /\*([^*]{1,2000})\*|_([^_]{1,2000})_(?![\p{L}\p{N}])/uy,
  link: /\[([^[\]]{1,500})\]\(([^()\s]{1,2048})\)/y,
};

function parseInline(text: string, depth = 0): Inline[] {
  const parts: Inline[] = [];
  let plain = '';
  const add = (part: Inline) => {
    if (plain) parts.push({ kind: 'text', text: plain });
    plain = '';
    parts.push(part);
  };
  for (let at = 0; at < text.length; ) {
    const character = text[at] ?? '';
    const found = depth < MAX_DEPTH ? inlineAt(text, at, depth) : undefined;
    if (found) {
      add(found.part);
      at += found.length;
    } else if (character === '\\' && /[\\*_[\]#-]/.test(text[at + 1] ?? '')) {
      plain += text[at + 1] ?? '';
      at += 2;
    } else {
      plain += character;
      at += 1;
    }
  }
  if (plain) parts.push({ kind: 'text', text: plain });
  return parts;
}

function inlineAt(text: string, at: number, depth: number): { part: Inline; length: number } | undefined {
  const character = text[at];
  if (character === '[') {
    const [whole, label = '', to = ''] = matchAt(patterns.link, text, at) ?? [];
    if (whole === undefined || !isAllowedLink(to)) return undefined;
    return { part: { kind: 'link', to, parts: parseInline(label, MAX_DEPTH) }, length: whole.length };
  }
  // `snake_case` is a word.
  if (character !== '*' && (character !== '_' || /[\p{L}\p{N}_]/u.test(text[at - 1] ?? ''))) return undefined;
  for (const kind of ['strong', 'emphasis'] as const) {
    const match = matchAt(patterns[kind], text, at);
    const inner = match?.[1] ?? match?.[2];
    if (match && inner?.trim() === inner && inner) {
      return { part: { kind, parts: parseInline(inner, depth + 1) }, length: match[0].length };
    }
  }
  return undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function isAllowedLink(to: string): boolean {
  return isHttpUrl(to) || isOwnPath(to) || /^mailto:[^\s@\p{C}]{1,200}@[^\s@\p{C}]{1,200}$/u.test(to);
}

function plainText(parts: readonly Inline[]): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : plainText(part.parts))).join('');
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80);
}

function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted || 'section';
  for (let nth = 2; taken.has(id); nth++) id = `${wanted}-${nth}`;
  taken.add(id);
  return id;
}
