import { buildClient } from './build/client.ts';
import { buildServer } from './build/server.ts';
import { readCommandLine } from './command-line.ts';

readCommandLine({
  name: 'npm run build',
  purpose:
    'Builds the client into dist/client and the server into dist/server if their sources have changed. npm start does so, too.',
  options: {},
  example: 'npm run build',
});
await Promise.all([buildClient(), buildServer()]);
