import type { Plugin } from 'vite';

interface Rule {
  /** Of which modules. */
  of: RegExp;
  /** What stands in them. */
  find: RegExp;
  put: string;
}

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
      const fitting = rules.filter(({ of }) => of.test(id));
      if (fitting.length === 0) return null;
      return { code: fitting.reduce((changed, { find, put }) => changed.replace(find, put), code), map: null };
    },
  };
}
