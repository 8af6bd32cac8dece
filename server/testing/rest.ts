import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { openApiDocument } from '../api/rest/openapi.ts';
import type { TestApp } from './app.ts';

export interface RestRequest {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: unknown;
  accessToken?: string | undefined;
  headers?: Record<string, string>;
}

export interface RestAnswer {
  status: number;
  headers: Headers;
  success: boolean;
  message: string;
  error?: string;
  data: any; // oxlint-disable-line typescript/no-explicit-any -- a test that reads a field which is not there fails
  meta?: { total: number; page: number; limit: number };
}

const document = openApiDocument('rt');
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(document, 'openapi');

/**
 * Calls the REST API as a client does. The test fails if the OpenAPI document does not allow the response.
 * @param operation method and path of the document: `POST /api/v1/service/buy/{id}`
 */
export async function callRest(
  app: Pick<TestApp, 'url'>,
  operation: string,
  request: RestRequest = {},
): Promise<RestAnswer> {
  const [method = '', template = ''] = operation.split(' ');
  const { params = {}, query, body, accessToken, headers } = request;
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const response = await fetch(`${app.url}${path}${query ? `?${new URLSearchParams(query).toString()}` : ''}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(accessToken && { authorization: `Bearer ${accessToken}` }),
      ...headers,
    },
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  });
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  const answer = (await response.json()) as Omit<RestAnswer, 'status' | 'headers'>;
  expectDocumented(operation, response.status, answer);
  return { ...answer, status: response.status, headers: response.headers };
}

/** Fails if the document lacks the operation, the status, or the shape of the response. */
export function expectDocumented(operation: string, status: number, answer: unknown): void {
  const validate = validatorOf(operation, status);
  expect(validate, `${operation} is not documented to answer ${status}: ${JSON.stringify(answer)}`).toBeDefined();
  validate?.(answer);
  expect(validate?.errors ?? [], `${operation} ${status}: ${JSON.stringify(answer)}`).toEqual([]);
}

function validatorOf(operation: string, status: number): ValidateFunction | undefined {
  const [method = '', path = ''] = operation.split(' ');
  const steps = [
    'paths',
    path,
    method.toLowerCase(),
    'responses',
    String(status),
    'content',
    'application/json',
    'schema',
  ];
  let part: unknown = document;
  for (const step of steps) part = (part as Record<string, unknown> | undefined)?.[step];
  if (part === undefined) return undefined;
  const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  return ajv.getSchema(`openapi#/${pointer}`) ?? ajv.compile({ $ref: `openapi#/${pointer}` });
}
