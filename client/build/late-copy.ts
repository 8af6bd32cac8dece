import type { Plugin } from 'vite';

/**
 * Gives late code its own copy of a package's one big module. As a module is never divided, what only late code uses
 * of it would come with the first load, together with all that this in turn imports. Only for modules that keep nothing themselves.
 * @param name as it is imported
 * @param importers which modules get the copy
 */
export function lateCopy(name: string, importers: RegExp): Plugin {
  return {
    name: 'late-copy',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (source !== name || !importer || !importers.test(importer)) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found && { ...found, id: `${found.id}?late` };
    },
  };
}
