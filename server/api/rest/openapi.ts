import { z } from 'zod';
import { type ErrorCode, errorMessages, notJsonMessage } from '#shared/errors.ts';
import { KEY_MAX_LENGTH } from '../../base/idempotency-key.ts';
import { needOf } from '../../base/identity/keys/scopes.ts';
import type { Call } from './call.ts';
import { calls } from './calls.ts';
import { failure, listMeta, restStatusOf } from './envelope.ts';

type JsonSchema = Record<string, unknown>;

const DESCRIPTION = `The older HTTP interface of the panel, kept for clients that were written against it. It calls the same
functions as the typed interface under \`/trpc\`, which each call names and which new clients should use.

Money is a JSON number of dollars, exact to 9 decimals below $8,388,608; taka are whole. Every answer is \`{ success, message, data }\`, every refusal
\`{ success: false, message, error }\`. Fields that a call does not know are passed over. Numbers may also be
sent as their digits in a text. A body in another form than JSON is answered 415: send JSON.`;

/**
 * The OpenAPI 3.1 document of the REST API, generated from the schemas that check requests.
 * @param cookieName the refresh cookie's name on this server
 */
export function openApiDocument(cookieName: string) {
  const components: Record<string, JsonSchema> = {};
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => toSchema(schema, io, components);
  const paths: Record<string, JsonSchema> = {};
  for (const call of calls) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(call, schemaOf) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Reseller panel: the older HTTP interface',
      version: '1.0.0',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [
      { name: 'user', description: 'Sessions, profiles, and users for admins' },
      { name: 'service', description: 'The catalogue, and orders' },
      { name: 'order', description: 'One order' },
      { name: 'balance', description: 'Recharge requests and gifts' },
      { name: 'refresh', description: 'A new access token' },
    ],
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, or the access token of a login or refresh, which is valid for 15 minutes',
        },
        refreshCookie: { type: 'apiKey', in: 'cookie', name: cookieName, description: 'HttpOnly, set by login' },
      },
    },
  };
}

type SchemaOf = (schema: z.ZodType, io: 'input' | 'output') => JsonSchema;

function operation(call: Call, schemaOf: SchemaOf): JsonSchema {
  const { method, path, summary, procedure, alsoProcedures = [], access, body } = call;
  const [first = '', second = ''] = path.replace('/api/v1/', '/').split('/').filter(Boolean);
  const moveTo = [procedure, ...alsoProcedures].map((name) => `\`${name}\``).join(' or ');
  return {
    operationId: first + capitalized(second.startsWith('{') ? method.toLowerCase() : second),
    tags: [first],
    summary,
    description: `${forWhom[access]} Over tRPC: ${moveTo}.`,
    security: securityOf(call),
    parameters: parametersOf(call, schemaOf),
    ...(body && { requestBody: { required: true, content: json(schemaOf(body, 'input'), call.example) } }),
    responses: {
      200: success(call, schemaOf),
      ...refusals(call, schemaOf),
      ...(body && { 415: { description: `- ${notJsonMessage}`, content: json(schemaOf(failure, 'output')) } }),
    },
  };
}

/** `order/{id}` has no verb of its own; its method names it. */
const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const forWhom = {
  public: 'For everybody.',
  visitor: 'For everybody; a token that is sent along has to be valid.',
  user: 'For signed-in users.',
  admin: 'For admins.',
};

function securityOf({ access, takesCookie }: Call): JsonSchema[] {
  if (takesCookie) return [{ refreshCookie: [] }];
  if (access === 'visitor') return [{}, { bearer: [] }];
  return access === 'public' ? [] : [{ bearer: [] }];
}

function parametersOf({ params, query, takesKey }: Call, schemaOf: SchemaOf): JsonSchema[] {
  const inPath = propertiesOf(params && schemaOf(params, 'input'));
  // A query parameter is text; its output type has the meaning.
  const inQuery = propertiesOf(query && schemaOf(query, 'output'));
  return [
    ...Object.entries(inPath).map(([name, schema]) => ({ name, in: 'path', required: true, schema })),
    ...Object.entries(inQuery).map(([name, schema]) => ({ name, in: 'query', required: false, schema })),
    ...(takesKey ? [idempotencyKey] : []),
  ];
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any text of your making. Repeated with the same input the call happens once and is answered as the first time.',
  schema: { type: 'string', maxLength: KEY_MAX_LENGTH },
};

function success({ data, isList, message }: Call, schemaOf: SchemaOf): JsonSchema {
  const envelope = { success: z.literal(true), message: z.string(), data, ...(isList && { meta: listMeta }) };
  return { description: message, content: json(schemaOf(z.object(envelope), 'output')) };
}

function refusals(call: Call, schemaOf: SchemaOf): Record<string, JsonSchema> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of refusalsOf(call)) {
    const status = restStatusOf(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `- ${errorMessages[code]}`).join('\n'),
        ...(codes.some(hasRetryAfter) && {
          headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } },
        }),
        content: json(schemaOf(failure, 'output')),
      },
    ]),
  );
}

const hasRetryAfter = (code: ErrorCode) => code === 'too_many_requests' || code === 'busy';

/** Every error of a call: of its verb, caller and input, of API keys, and while the database is unavailable. */
function refusalsOf({ procedure, access, params, query, body, refusals: ofVerb = [] }: Call): ErrorCode[] {
  const need = needOf(procedure);
  const codes: ErrorCode[] = [
    ...(params || query || body ? (['bad_input'] as const) : []),
    ...(access === 'public' ? [] : (['unauthenticated', 'session_ended'] as const)),
    ...(access === 'user' || access === 'admin' ? (['blocked'] as const) : []),
    ...(access === 'admin' ? (['forbidden'] as const) : []),
    ...(need === 'closed' ? (['key_not_allowed'] as const) : (['too_many_requests'] as const)),
    ...(need === 'closed' || need === 'public' ? [] : (['key_scope_missing'] as const)),
    ...ofVerb,
    ...(body ? (['payload_too_large'] as const) : []),
    'busy',
    'internal',
  ];
  return [...new Set(codes)];
}

const json = (schema: JsonSchema, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});

function propertiesOf(schema: JsonSchema | undefined): Record<string, JsonSchema> {
  return (schema?.properties ?? {}) as Record<string, JsonSchema>;
}

/** A schema in OpenAPI's form: a named one becomes a component and is referenced. */
function toSchema(schema: z.ZodType, io: 'input' | 'output', components: Record<string, JsonSchema>): JsonSchema {
  const override = ({ jsonSchema }: { jsonSchema: { pattern?: string } }) => {
    // Tools that read patterns without the flag `u` take it for letters. The server refuses these characters itself.
    if (jsonSchema.pattern !== undefined) jsonSchema.pattern = jsonSchema.pattern.replaceAll(String.raw`\p{C}`, '');
  };
  const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { target: 'draft-2020-12', io, override });
  const refer = (part: unknown) =>
    JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
  for (const [name, definition] of Object.entries($defs)) components[name] = refer(withoutId(definition));
  return named(refer(root), components);
}

/** A root with an id becomes a component too. */
function named(root: JsonSchema, components: Record<string, JsonSchema>): JsonSchema {
  if (typeof root.id !== 'string') return root;
  components[root.id] = withoutId(root);
  return { $ref: `#/components/schemas/${root.id}` };
}

function withoutId(schema: JsonSchema): JsonSchema {
  const { id: _, ...rest } = schema;
  return rest;
}
