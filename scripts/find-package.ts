import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder of a package that only builds or tests need.
 * @throws Error that says how to install it: with NODE_ENV=production npm omits such packages
 */
export function findPackage(name: string): string {
  try {
    return dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));
  } catch {
    throw new Error(`The panel is built with ${name}, which is not installed. Run: npm install --include=dev`);
  }
}
