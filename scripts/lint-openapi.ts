import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { openApiDocument } from '#server/api/rest/openapi.ts';

/** The linter's strictest rules: problems and warnings for client generators are both errors. */
const RULES = ['recommended-strict'];

/**
 * Lints an OpenAPI document.
 * @param source the document as JSON
 * @returns a line for each problem, `where: what (rule)`
 */
export async function openApiProblems(source: string): Promise<string[]> {
  const config = await createConfig({ extends: RULES });
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return problems.map(({ location, message, ruleId }) => `${location[0]?.pointer ?? '#/'}: ${message} (${ruleId})`);
}

/** `node scripts/lint-openapi.ts [file]` prints every problem of the panel's own document, or a file's, and sets the exit code. */
if (import.meta.main) {
  const [file] = process.argv.slice(2);
  const source = file ? readFileSync(file, 'utf8') : JSON.stringify(openApiDocument('rt'));
  const problems = await openApiProblems(source);
  for (const problem of problems) console.log(problem);
  console.log(`${problems.length} problems in the OpenAPI document`);
  if (problems.length > 0) process.exitCode = 1;
}
