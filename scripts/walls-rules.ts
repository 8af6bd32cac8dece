import { clientRooms } from './walls-client.ts';
import { serverRooms } from './walls-server.ts';

/**
 * The rooms of the house and what each may import. The first room whose `files` match a file is its room; a file that no
 * room claims is reported, so that a new folder gets its walls the day it is made.
 *
 * Patterns: `*` matches within one folder, `**` across folders, a leading `!` takes away again, and `{1}` in `may` stands for
 * what the first `*` of the matching `files` pattern matched (a feature may import itself). A leading `type ` allows an import
 * that TypeScript erases. `packages` are npm packages with all their parts, or one part of one, and Node's own modules.
 */
export interface Room {
  name: string;
  files: string[];
  may: string[];
  packages: string[];
}

export const rooms: Room[] = [
  {
    name: 'tests',
    files: [
      '**/*.test.ts',
      '**/*.test.tsx',
      '**/*.test-d.ts',
      '**/*.test-d.tsx',
      'db/testing/**',
      'server/testing/**',
      'client/src/testing/**',
      'e2e/**',
    ],
    may: ['**'],
    packages: ['**'],
  },
  {
    name: 'tools',
    files: ['scripts/**', 'bench/**', 'patches/**', 'client/build/**', 'client/vite.config.ts', '*.ts'],
    may: ['**', '!client/src/**'],
    packages: ['**'],
  },
  { name: 'shared', files: ['shared/**'], may: ['shared/**'], packages: ['zod'] },
  {
    name: 'db',
    files: ['db/**'],
    may: ['db/**', '!db/testing/**', 'shared/**'],
    packages: ['drizzle-orm', 'postgres', 'postgres-array', 'node:*'],
  },
  ...serverRooms,
  ...clientRooms,
];
