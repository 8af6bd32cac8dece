import type { signedInParts } from './signed-in-parts.ts';

type Parts = typeof signedInParts;

/** Imports a part that visitors load neither the code nor the file names of. */
export async function importSignedIn<Name extends keyof Parts>(name: Name): Promise<Awaited<ReturnType<Parts[Name]>>> {
  const { signedInParts: parts } = await import('./signed-in-parts.ts');
  return (await parts[name]()) as Awaited<ReturnType<Parts[Name]>>;
}
