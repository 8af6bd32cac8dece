import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

// What Node makes of each file is kept, so that a later start takes two thirds of the time: in production with the panel's data, the
// only folder that it writes into there, else beside the client's build, whatever data it is started on. Where nothing can be
// written it is made anew. It has to be on before anything is loaded.
if (existsSync('.env')) process.loadEnvFile('.env');
const { NODE_ENV, DATA_DIR = '.data' } = process.env;
enableCompileCache(
  NODE_ENV === 'production' ? join(DATA_DIR, 'compiled') : join(import.meta.dirname, '../dist/compiled'),
);
// This process serves nothing. Without it, what loading leaves behind would stay with it as a hundred megabytes of room.
setFlagsFromString('--semi-space-growth-factor=1');
await import('./start/panel.ts');
