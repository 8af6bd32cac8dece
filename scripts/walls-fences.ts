/** What only some files may do, whatever they import. */
export const fences = {
  /** Everything else takes its configuration as a parameter, from `server/env.ts`. */
  'reads process.env': [
    'server/env.ts',
    // The child process of PostgreSQL needs the machine's PATH, which is no configuration of ours.
    'db/embedded/cluster.ts',
    'db/testing/**',
    'server/testing/**',
    '**/*.test.ts',
    'scripts/**',
    'bench/**',
    'e2e/**',
    'client/vite.config.ts',
  ],
  /** One room moves money. Tests and the benchmark's naive contender write on purpose what the guards are to refuse. */
  'writes accounts or ledger': [
    'server/money/**',
    // A demo shop's past is written in bulk, half a year at once; the ledger check proves it like any other.
    'db/seed/demo-ledger.ts',
    '**/*.test.ts',
    'bench/**',
  ],
} satisfies Record<string, string[]>;

export type Fence = keyof typeof fences;

/** Names of the tables, as Drizzle exports them and as SQL knows them, that the second fence guards. */
export const moneyTables = ['accounts', 'ledger'];
