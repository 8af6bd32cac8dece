import { z } from 'zod';

/** The part of JSON Schema that inputs use. */
interface Schema {
  type?: string;
  format?: string;
  const?: string | number | boolean | null;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  maxItems?: number;
}

/** Longer lists of values are described by their type. */
const MOST_VALUES = 6;
/** A larger limit is that of the type. */
const LARGE = 1_000_000;
/** Only of use to the panel's own tables. */
const LEFT_OUT = ['direction'];

/**
 * An input in one line for readers: `{ id: integer, kind?: refill | cancel }`.
 * @param schema of the input; undefined for none
 * @returns an empty text for no input
 */
export function describeInput(schema: z.ZodType | undefined): string {
  if (!schema) return '';
  // Of an input's fields no type is a list of types.
  return describe(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema);
}

function describe(schema: Schema): string {
  if (schema.const !== undefined) return String(schema.const);
  if (schema.enum) return schema.enum.length > MOST_VALUES ? 'text' : schema.enum.join(' | ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(describe))].join(' | ');
  switch (schema.type) {
    case 'object':
      return describeObject(schema);
    case 'array':
      return describeList(schema);
    case 'integer':
      return describeInteger(schema);
    case 'string':
      return schema.format === 'uuid' ? 'UUID' : 'text';
    default:
      return schema.type ?? '';
  }
}

function describeObject({ properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties)
    .filter(([name]) => !LEFT_OUT.includes(name))
    .map(([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${describe(field)}`);
  return `{ ${fields.join(', ')} }`;
}

function describeList({ items = {}, maxItems }: Schema): string {
  const item = describe(items);
  const list = item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
  return maxItems === undefined ? list : `${list} (≤ ${maxItems})`;
}

function describeInteger({ minimum = 0, maximum = LARGE }: Schema): string {
  return maximum < LARGE ? `${minimum}–${maximum}` : 'integer';
}
