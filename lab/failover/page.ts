import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a person types by docs/failover.md. */
export interface Page {
  /** In the page's order. */
  blocks: Block[];
  /** The addresses of the machines by their names in `.internal`. */
  addresses: Map<string, string>;
  databaseUrl: string;
}

interface Block {
  /** The machines that its first line names. */
  machines: string[];
  commands: string;
}

const FILE = join(import.meta.dirname, '../../docs/failover.md');
const BLOCK = /^```sh\n# ((?:monitor|db\d|app\d)(?:, (?:monitor|db\d|app\d))*)\n(.*?)^```$/gms;
const ADDRESS = /^(\d+(?:\.\d+){3}) (\w+)\.internal$/gm;
const DATABASE_URL = /^DATABASE_URL=(.*)$/m;

/**
 * Reads the commands for each machine.
 * @param secrets replace the page's words for passwords
 */
export function readPage(secrets: Record<string, string>): Page {
  const text = Object.entries(secrets).reduce(
    (page, [word, secret]) => page.replaceAll(word, secret),
    readFileSync(FILE, 'utf8'),
  );
  return {
    blocks: [...text.matchAll(BLOCK)].map(([, names = '', commands = '']) => ({
      machines: names.split(', '),
      commands,
    })),
    addresses: new Map([...text.matchAll(ADDRESS)].map(([, address = '', name = '']) => [name, address])),
    databaseUrl: DATABASE_URL.exec(text)?.[1] ?? '',
  };
}
