import type { Room } from './walls-rules.ts';

const clientPackages = [
  '@chakra-ui/*',
  '@emotion/*',
  '@fontsource/*',
  '@hookform/*',
  '@nanostores/react',
  'nanostores',
  '@tanstack/*',
  '@trpc/client',
  '@trpc/react-query',
  '@trpc/server/observable',
  'type @trpc/server',
  'apexcharts',
  'dayjs',
  'eventsource',
  'react',
  'react-*',
  'uuid',
  'zod',
];

/** The rooms of the browser's side, part of the table in `walls-rules.ts`. */
export const clientRooms: Room[] = [
  {
    name: 'client texts',
    // What the screens say, in each language: everything of the client stands on it, so it knows none of it.
    files: ['client/src/i18n/**'],
    may: ['client/src/i18n/**', 'shared/**'],
    packages: ['@nanostores/i18n', 'nanostores', 'react'],
  },
  {
    name: 'the line to the server',
    files: ['client/src/lib/trpc.ts'],
    may: ['client/src/lib/**', 'client/src/i18n/**', 'type server/router.ts', 'shared/**'],
    packages: clientPackages,
  },
  {
    name: 'client lib',
    files: ['client/src/lib/**'],
    may: ['client/src/lib/**', 'client/src/i18n/**', 'shared/**'],
    packages: clientPackages,
  },
  {
    name: 'client components',
    files: ['client/src/components/**'],
    may: ['client/src/components/**', 'client/src/lib/**', 'client/src/i18n/**', 'shared/**'],
    packages: clientPackages,
  },
  {
    name: 'client feature',
    files: ['client/src/features/*/**'],
    may: [
      'client/src/features/{1}/**',
      // Ordering starts from the catalogue, an order and the overview; these are its doors, the rest is its own.
      'client/src/features/order-dialog/order-dialog-host.tsx',
      'client/src/features/order-dialog/use-order-param.ts',
      'client/src/components/**',
      'client/src/lib/**',
      'client/src/i18n/**',
      'shared/**',
    ],
    packages: clientPackages,
  },
  {
    name: 'client worker',
    // A program of its own, which every page waits for.
    files: ['client/src/worker/**'],
    may: ['shared/**'],
    packages: ['workbox-*'],
  },
  { name: 'first paint', files: ['client/theme-script.js'], may: [], packages: [] },
  {
    name: 'client rendering',
    // Runs beside the server, built into files that need no package: the whole panel, as it is for a visitor.
    files: ['client/src/rendering/**'],
    may: ['client/src/rendering/**', 'client/src/app/**', 'client/src/lib/**', 'client/src/i18n/**', 'shared/**'],
    packages: ['node:worker_threads', '@emotion/*', '@tanstack/react-query', 'react', 'react-dom', 'react-router-dom'],
  },
  {
    name: 'client app',
    files: ['client/src/app/**'],
    // What pages stand in: of a feature it knows the pages, what these ask for first, and nothing else.
    may: [
      'client/src/app/**',
      'client/src/features/**/*-page.tsx',
      'client/src/features/**/*-page-reads.ts',
      'client/src/components/**',
      'client/src/lib/**',
      'client/src/i18n/**',
      'shared/**',
    ],
    packages: clientPackages,
  },
];
