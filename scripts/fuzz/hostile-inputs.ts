import type { z } from 'zod';
import { fieldsOf, sampleOf, withValueAt } from '../../server/testing/input-schemas.ts';
import type { Choices } from './choices.ts';
import { jsonFragment, prototypeNames } from './hostile-values.ts';

/** Stands for a value until the rest of the JSON is written; nothing else writes it. */
const MARK = 'a value that is put in as text';

/**
 * The JSON text of an input that is nearly, or in no way, what a schema takes.
 * @param schema undefined where no input is taken
 * @param sample what the schema takes; made from it where none is given
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

/** One more field before the others, which the input does not know. */
function withExtraField(choices: Choices, object: string): string {
  const name = JSON.stringify(choices.pick([...prototypeNames, 'role', 'balanceNanos', '', ' ', 'id']));
  return object.replace('{', () => `{${name}:${jsonFragment(choices)}${object === '{}' ? '' : ','}`);
}
