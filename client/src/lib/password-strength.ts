import { passwordProblem } from '#shared/auth.ts';

export type Strength = 0 | 1 | 2 | 3 | 4;

/**
 * A quick estimate of a password's strength: the size of its alphabet to the power of its length, with runs ("aaaa", "1234")
 * counted once. It is a hint; the schema and the server refuse.
 * @returns 0 if the schema refuses it as too short, also for digits alone, else 1 (weak) to 4 (strong)
 */
export function passwordStrength(password: string, minLength: number): Strength {
  if (passwordProblem(password, minLength)) return 0;
  const bits = lengthWithoutRuns(password) * Math.log2(alphabetSize(password));
  if (bits < 40) return 1;
  if (bits < 55) return 2;
  if (bits < 70) return 3;
  return 4;
}

function alphabetSize(password: string): number {
  const sizes: [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\p{N}/u, 10],
    [/[^a-zA-Z\p{N}]/u, 33],
  ];
  return sizes.reduce((sum, [characters, size]) => sum + (characters.test(password) ? size : 0), 0);
}

function lengthWithoutRuns(password: string): number {
  let length = Math.min(password.length, 1);
  for (let at = 1; at < password.length; at++) {
    const step = password.charCodeAt(at) - password.charCodeAt(at - 1);
    if (Math.abs(step) > 1) length++;
  }
  return length;
}
