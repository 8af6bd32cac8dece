import type { z } from 'zod';

/** Texts and numbers, at least one of which each field accepts; a field with a special form needs one more here. */
const texts = [
  'Some text',
  'sometext',
  'own',
  '1',
  'someone@example.com',
  '+8801700000000',
  'correct horse battery',
  'https://example.com/p/1',
  '0198c0de-0000-7000-8000-000000000001',
  '2026-01-31T08:30:00.000Z',
  '0'.repeat(64),
  `${'0'.repeat(64)}.${'0'.repeat(64)}`,
];
const numbers = [1, 10, 11, 100, 10_000_000, 0];

/**
 * A value that a schema accepts: its example, which schemas with dependent fields need, or a value made from the schema without optional
 * fields and with lists of one item.
 * @throws Error if none is found, or if the schema has an unknown kind
 */
export function sampleOf(schema: z.ZodType): unknown {
  const [example] = (schema.meta()?.examples ?? []) as unknown[];
  const sample = example ?? draftOf(schema);
  const { success, error } = schema.safeParse(sample);
  if (success) return sample;
  throw new Error(`no valid input was found, only ${JSON.stringify(sample)}: ${error.message}`);
}

/** The place of a single value in an input: `['steps', 0]` is the first item of the field `steps`. */
export interface InputField {
  path: (string | number)[];
  schema: z.ZodType;
}

/**
 * Every place of a single value in an input.
 * @throws Error if the schema has an unknown kind
 */
export function fieldsOf(schema: z.ZodType, path: InputField['path'] = []): InputField[] {
  const def = definitionOf(schema);
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) => fieldsOf(field, [...path, name]));
    case 'array':
      return fieldsOf(def.element, [...path, 0]);
    case 'union':
      return def.options.flatMap((option) => fieldsOf(option, path));
    case 'pipe':
      return fieldsOf(shapingPart(def), path);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
    case 'catch':
      return fieldsOf(def.innerType, path);
    case 'void':
    case 'undefined':
      return [];
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'unknown':
      return [{ path, schema }];
  }
}

/** Replaces one value of an input. Creates missing lists and objects on the way. */
export function withValueAt(input: unknown, [key, ...rest]: InputField['path'], value: unknown): unknown {
  if (key === undefined) return value;
  if (typeof key === 'number') return [withValueAt(Array.isArray(input) ? input[key] : undefined, rest, value)];
  const before = input as Record<string, unknown> | undefined;
  return { ...before, [key]: withValueAt(before?.[key], rest, value) };
}

/**
 * Every message that a schema declares for wrong input, without zod's own messages.
 * @throws Error if the schema has an unknown kind
 */
export function sentencesOf(schema: z.ZodType): string[] {
  const { error, checks = [] } = schema._zod.def;
  const spoken = [error, ...checks.map((check) => check._zod.def.error)];
  return [...spoken.flatMap(everySentence), ...innerSchemas(schema).flatMap(sentencesOf)];
}

/** The messages of an error map for a field that is missing, of another kind or out of range. */
function everySentence(say: z.core.$ZodErrorMap<never> | undefined): string[] {
  if (!say) return [];
  const issues = [
    { code: 'invalid_type', input: undefined },
    { code: 'invalid_type', input: 'text' },
    { code: 'too_big', input: 1 },
    { code: 'invalid_value', input: 'text' },
  ] as never[];
  return issues.map((issue) => say(issue)).filter((sentence) => typeof sentence === 'string');
}

function innerSchemas(schema: z.ZodType): z.ZodType[] {
  const def = definitionOf(schema);
  switch (def.type) {
    case 'object':
      return Object.values(def.shape);
    case 'array':
      return [def.element];
    case 'union':
      return def.options;
    case 'pipe':
      return [shapingPart(def)];
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return [def.innerType];
    default:
      return [];
  }
}

/** Like {@link sampleOf}, without the rules that compare fields. */
function draftOf(schema: z.ZodType): unknown {
  const def = definitionOf(schema);
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape)
          .map(([name, field]) => [name, draftOf(field)] as const)
          .filter(([, value]) => value !== undefined),
      );
    case 'array':
      return [draftOf(def.element)];
    case 'string':
      return firstAccepted(schema, texts);
    case 'number':
      return firstAccepted(schema, numbers);
    case 'boolean':
      return firstAccepted(schema, [false, true]);
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'union':
      return def.options.map(draftOf).find((sample) => schema.safeParse(sample).success);
    case 'pipe':
      return draftOf(shapingPart(def));
    case 'nullable':
    case 'readonly':
    case 'catch':
      return draftOf(def.innerType);
    case 'optional':
    case 'default':
    case 'void':
    case 'undefined':
    case 'unknown':
      return undefined;
  }
}

/** The known kinds of schema, with their parts. */
type Definition =
  | { type: 'object'; shape: Record<string, z.ZodType> }
  | { type: 'array'; element: z.ZodType }
  | { type: 'enum'; entries: Record<string, string | number> }
  | { type: 'literal'; values: unknown[] }
  | { type: 'union'; options: z.ZodType[] }
  | Pipe
  | { type: 'optional' | 'nullable' | 'default' | 'readonly' | 'catch'; innerType: z.ZodType }
  | { type: 'string' | 'number' | 'boolean' | 'void' | 'undefined' | 'unknown' };

interface Pipe {
  type: 'pipe';
  in: z.ZodType;
  out: z.ZodType;
}

const knownTypes = new Set([
  ...['object', 'array', 'enum', 'literal', 'union', 'pipe', 'optional', 'nullable', 'default', 'readonly', 'catch'],
  ...['string', 'number', 'boolean', 'void', 'undefined', 'unknown'],
]);

/** @throws Error for an unknown kind, so that no field is skipped silently. */
function definitionOf(schema: z.ZodType): Definition {
  const { def } = schema._zod;
  if (!knownTypes.has(def.type)) throw new Error(`inputs of the type ${def.type} are not known to the inventory`);
  return def as unknown as Definition;
}

/** The part of a pipe that declares its input: the first, unless that is a transform. */
function shapingPart(pipe: Pipe): z.ZodType {
  return pipe.in._zod.def.type === 'transform' ? pipe.out : pipe.in;
}

function firstAccepted<Value>(schema: z.ZodType, candidates: Value[]): Value {
  const accepted = candidates.find((value) => schema.safeParse(value).success);
  if (accepted !== undefined) return accepted;
  throw new Error(`no sample is accepted: add one of the right form, ${JSON.stringify(schema.meta() ?? {})}`);
}
