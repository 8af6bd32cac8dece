import type { z } from 'zod';
import { fieldsOf, sampleOf, withValueAt } from '#server/testing/input-schemas.ts';
import type { Choices } from '../choices.ts';
import { jsonFragment, prototypeNames } from './hostile-values.ts';

/** A placeholder until the rest of the JSON is written. */
const MARK = 'a value that is put in as text';

/**
 * The JSON text of an input that is nearly valid or not at all.
 * @param schema undefined for no input
 * @param sample a valid input, generated from the schema by default
 */
export function hostileInput(choices: Choices, schema: z.ZodType | undefined, sample?: unknown): string {
  const { pick, chance } = choices;
  const valid = sample ?? (schema && sampleOf(schema));
  if (!schema || valid === undefined || chance(8)) return jsonFragment(choices);
  const text = JSON.stringify(valid);
  if (chance(30)) return text;
  const fields = fieldsOf(schema);
  const changed = fields.length > 0 && chance(70) ? withFragmentAt(choices, valid, pick(fields).path) : text;
  return changed === text || chance(20) ? withExtraField(choices, changed) : changed;
}

function withFragmentAt(choices: Choices, valid: unknown, path: (string | number)[]): string {
  const [before = '', after = ''] = JSON.stringify(withValueAt(valid, path, MARK)).split(JSON.stringify(MARK), 2);
  return before + jsonFragment(choices) + after;
}

/** Puts an unknown field before the others. */
function withExtraField(choices: Choices, object: string): string {
  const name = JSON.stringify(choices.pick([...prototypeNames, 'role', 'balanceNanos', '', ' ', 'id']));
  return object.replace('{', () => `{${name}:${jsonFragment(choices)}${object === '{}' ? '' : ','}`);
}
