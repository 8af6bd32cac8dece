import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The panel's version, from package.json. */
export const panelVersion = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))).version;
