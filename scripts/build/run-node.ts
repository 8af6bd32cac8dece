import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

interface Run {
  args: string[];
  /** Receives each line that it prints. */
  say: (line: string) => void;
  failure: string;
}

/**
 * Runs Node in a separate process with NODE_ENV=production.
 * @throws Error `failure` if it exits with another code than 0
 */
export async function runNode({ args, say, failure }: Run): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', say);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(failure);
}
