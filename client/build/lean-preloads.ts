import type { ModulePreloadOptions, Plugin } from 'vite';

type ResolveDependencies = NonNullable<ModulePreloadOptions['resolveDependencies']>;

/**
 * Shortens the lists of files that a script requests together with a lazy part: the files that the script itself waits for have
 * loaded. Their names were several kilobytes of a page.
 */
export function leanPreloads(): { plugin: Plugin; resolveDependencies: ResolveDependencies } {
  const imports = new Map<string, readonly string[]>();
  const waitsFor = (host: string): ReadonlySet<string> => {
    const files = new Set([host]);
    // Iterating a Set includes items added during the loop.
    for (const file of files) for (const each of imports.get(file) ?? []) files.add(each);
    return files;
  };
  return {
    plugin: {
      name: 'lean-preloads',
      apply: 'build',
      // Before Vite writes the lists.
      enforce: 'pre',
      generateBundle(_options, bundle) {
        for (const file of Object.values(bundle)) if (file.type === 'chunk') imports.set(file.fileName, file.imports);
      },
    },
    resolveDependencies(_file, needed, { hostId, hostType }) {
      if (hostType === 'html') return needed;
      const loaded = waitsFor(hostId);
      return needed.filter((file) => !loaded.has(file));
    },
  };
}
