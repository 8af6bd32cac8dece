import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const INDEX = /\/react-icons\/lu\/index\.mjs$/;
const ONE_ICON = /^export function (Lu\w+) .*$[^]*?^\};?$/gm;

/**
 * Makes a module of each icon of `react-icons/lu`. The package has all of them in one, and as a module is never divided, each icon
 * that any page shows would come with the first load.
 */
export function oneIconAModule(): Plugin {
  let icons: Map<string, string> | undefined;
  return {
    name: 'one-icon-a-module',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const [file = '', name] = id.split('?icon=');
      if (!INDEX.test(file)) return null;
      icons ??= readIcons(file);
      if (name === undefined)
        return [...icons.keys()].map((each) => `export { ${each} } from '${file}?icon=${each}';`).join('\n');
      return `import { GenIcon } from 'react-icons/lib';\n${icons.get(name)}`;
    },
  };
}

function readIcons(file: string): Map<string, string> {
  const matches = readFileSync(file, 'utf8').matchAll(ONE_ICON);
  return new Map([...matches].map(([code, name = '']) => [name, code]));
}
