import type { Plugin } from 'vite';

interface Rule {
  /** Of which modules. */
  of: RegExp;
  /** What stands in them. */
  find: RegExp;
  put: string;
}

/** Of tRPC's hooks, those that no screen uses. */
const unusedHooks = [
  'useQueries',
  'useSuspenseQueries',
  'useSuspenseQuery',
  'useSuspenseInfiniteQuery',
  'usePrefetchQuery',
  'usePrefetchInfiniteQuery',
  'useSubscription',
];
const unusedHook = new RegExp(`\\.(${unusedHooks.join('|')})\\(`);

/**
 * Packages whose modules do something as they are loaded, as far as a bundler can see, so that all of it is kept: these calls only
 * make what they return, and a display name is for developers alone.
 */
const rules: readonly Rule[] = [
  {
    of: /\/react-router\/dist\/.*\.mjs$/,
    find: /^var (\w+) = (React\d*\.(?:forwardRef|createContext|memo)\()/gm,
    put: 'var $1 = /* @__PURE__ */ $2',
  },
  { of: /\/react-router\/dist\/.*\.mjs$/, find: /^\w+\.displayName = .*;$/gm, put: '' },
  // A browser that reads the panel's own messages of mistakes is not a developer's.
  {
    of: /\/react-router\/dist\/.*\.mjs$/,
    find: /^var ENABLE_DEV_WARNINGS = true;$/m,
    put: 'var ENABLE_DEV_WARNINGS = false;',
  },
  {
    // With the hooks go the observers behind them; `unusedHooks` are refused where somebody uses one all the same.
    of: /\/@trpc\/react-query\/dist\/shared-[^/]*\.mjs$/,
    find: new RegExp(`^\\t\\t(${unusedHooks.join('|')})(: \\S+)?,?$`, 'gm'),
    put: '',
  },
  {
    of: /\/(@chakra-ui|@ark-ui|@zag-js)\/.*\banatomy\.m?js$/,
    find: /= (createAnatomy\(|[\w$]+\.(?:extendWith|rename)\()/g,
    put: '= /* @__PURE__ */ $1',
  },
];

/** Tells the bundler of the calls in some packages that have no effect, so that it leaves out what nobody uses. */
export function leaveOutUnused(): Plugin {
  return {
    name: 'leave-out-unused',
    apply: 'build',
    transform(code, id) {
      const used = /\/client\/src\//.test(id) ? unusedHook.exec(code) : null;
      if (used)
        this.error(`${used[1]} is left out of the build; take it off the list in client/build/leave-out-unused.ts`);
      const fitting = rules.filter(({ of }) => of.test(id));
      if (fitting.length === 0) return null;
      return { code: fitting.reduce((changed, { find, put }) => changed.replace(find, put), code), map: null };
    },
  };
}
