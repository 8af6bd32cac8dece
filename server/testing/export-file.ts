import { parse } from 'csv-parse/sync';
import { exportPath } from '#shared/export-path.ts';
import type { ExportInputs } from '../exports/exports.ts';
import type { Caller } from './apis.ts';
import type { TestApp } from './app.ts';

/** Requests a list as a file. */
export function askForExport(
  app: Pick<TestApp, 'url'>,
  caller: Caller,
  name: keyof ExportInputs,
  input: unknown = {},
  options: RequestInit = {},
): Promise<Response> {
  const filters = encodeURIComponent(typeof input === 'string' ? input : JSON.stringify(input));
  const headers = caller?.accessToken ? { authorization: `Bearer ${caller.accessToken}` } : {};
  return fetch(`${app.url}${exportPath(name)}?input=${filters}`, { headers, ...options });
}

/** The rows of a file by header, all strings, parsed by an independent RFC 4180 reader. */
export async function readExport(answer: Response): Promise<Record<string, string>[]> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  return parse(bytes, { bom: true, columns: true, record_delimiter: '\r\n' });
}
