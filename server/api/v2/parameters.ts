import { parse } from 'node:querystring';
import { Busboy } from '@fastify/busboy';
import { requestId } from '#shared/numbers.ts';
import { TradeRefusal, tradeTexts } from './refusal.ts';

/** Every parameter that a call reads. Others are ignored. */
const names = [
  'key',
  'action',
  'service',
  'link',
  'quantity',
  'comments',
  'runs',
  'interval',
  'rate',
  'request_id',
  'order',
  'orders',
  'refill',
  'refills',
] as const;
type Name = (typeof names)[number];

/** In JSON they may be lists. */
const LISTS: ReadonlySet<Name> = new Set(['order', 'orders', 'refill', 'refills']);

/** The parameters of a call, trimmed, without those that count as not sent. */
export type Parameters = Partial<Record<Name, string>>;

/** More than any client sends; the rest is ignored. */
const MOST_FIELDS = 100;
const MULTIPART_LIMITS = { fields: MOST_FIELDS, parts: MOST_FIELDS, files: 0, fieldSize: 192 * 1024, headerPairs: 20 };
const PIECE_BYTES = 8 * 1024;

/** Some clients send these for a missing value. */
const NOT_SENT = new Set(['', 'undefined', 'null']);

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const MULTIPART = 'multipart/form-data';
export const bodyTypes = [FORM, JSON_TYPE, MULTIPART];

/** The content type that a body is read as: every other one, and an empty or missing one, as a form. The charset is ignored. */
export function bodyTypeOf(header: string | undefined): string {
  const type = header?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === MULTIPART && header !== undefined) return header;
  return type === JSON_TYPE ? JSON_TYPE : FORM;
}

/**
 * Reads the parameters of a body.
 * @param contentType as {@link bodyTypeOf} returns it
 * @throws TradeRefusal for a body that is not of this type or not UTF-8
 */
export async function readBody(contentType: string, body: Buffer): Promise<Parameters> {
  if (contentType === FORM) return readForm(decoded(body));
  return contentType === JSON_TYPE ? readJson(decoded(body)) : readMultipart(contentType, body);
}

/**
 * Reads the parameters of a query or of a form. Of a repeated one the last counts, as in PHP. Some clients escape the separators for a
 * page: `&amp;` is `&`.
 */
export function readForm(text: string): Parameters {
  const fields = parse(text.replaceAll('&amp;', '&'), '&', '=', { maxKeys: MOST_FIELDS });
  return pick((name) => [fields[name]].flat().at(-1));
}

function readJson(text: string): Parameters {
  if (text.trim() === '') return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new TradeRefusal(tradeTexts.request);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new TradeRefusal(tradeTexts.request);
  const fields = parsed as Record<string, unknown>;
  return pick((name) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return Array.isArray(value) && LISTS.has(name) ? value.map((each) => textOf(each) ?? '').join() : textOf(value);
  });
}

/** Undefined for what is neither a text nor a number. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}

/** Files are skipped. The body is read piece by piece, so that one of thousands of parts is refused at once. */
function readMultipart(contentType: string, body: Buffer): Promise<Parameters> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new TradeRefusal(tradeTexts.request));
    const fields = new Map<string, string>();
    let hasTooMany = false;
    try {
      const reader = new Busboy({ headers: { 'content-type': contentType }, limits: MULTIPART_LIMITS });
      reader.on('field', (name, value) => fields.set(name, value));
      reader.on('partsLimit', () => {
        hasTooMany = true;
        refuse();
      });
      reader.on('error', refuse);
      reader.on('finish', () => {
        try {
          resolve(pick((name) => fields.get(name)));
        } catch {
          refuse();
        }
      });
      for (let at = 0; at < body.length && !hasTooMany; at += PIECE_BYTES)
        reader.write(body.subarray(at, at + PIECE_BYTES));
      if (!hasTooMany) reader.end();
    } catch {
      // A header without a boundary.
      refuse();
    }
  });
}

/** @throws TradeRefusal for a text with a character that could not be read: a link or a comment would be ordered garbled. */
function pick(valueOf: (name: Name) => unknown): Parameters {
  const parameters: Parameters = {};
  for (const name of names) {
    const value = valueOf(name);
    if (typeof value !== 'string') continue;
    const trimmed = value.trim();
    if (trimmed.includes('\uFFFD')) throw new TradeRefusal(tradeTexts.request);
    if (!NOT_SENT.has(trimmed)) parameters[name] = trimmed;
  }
  return parameters;
}

function decoded(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new TradeRefusal(tradeTexts.request);
  }
}

/** @throws TradeRefusal for one that is no UUID */
export function readRequestId({ request_id: sent }: Parameters): string | undefined {
  if (sent !== undefined && !requestId.safeParse(sent).success) throw new TradeRefusal('request_id must be a UUID');
  return sent;
}
