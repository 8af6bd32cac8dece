import { readError } from '../../../lib/errors.ts';

/** Asks about links that do not fit. A server of the version before does not know `fit` and does nothing: it is asked without. */
export async function askFit<Input extends { fit?: unknown }, Answer>(
  send: (input: Input) => Promise<Answer>,
  input: Input,
): Promise<Answer> {
  try {
    return await send({ ...input, fit: 'ask' });
  } catch (error) {
    if (readError(error).fieldErrors.fit) return send(input);
    throw error;
  }
}
