import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type KeptAnswer, keptAnswer } from '../../kept/kept-answer.ts';
import { readBuiltShells } from './page-files.ts';

/**
 * Pages that come as the build's index.html with links to what their code begins with: a browser that learns of it only once the
 * first script has run waits for it twice.
 * @returns the page at an address; undefined for one that comes as index.html alone
 */
export function createShellPages(clientDir: string): (url: string) => KeptAnswer | undefined {
  const links = new Map(readBuiltShells(clientDir).map((shell) => [shell.path, shell.links]));
  const index = readFileSync(join(clientDir, 'index.html'), 'utf8');
  const kept = new Map<string, KeptAnswer>();
  return (url) => {
    const path = url.split('?', 1)[0] ?? '';
    const linksThere = links.get(path);
    if (linksThere === undefined) return undefined;
    const known = kept.get(path);
    if (known) return known;
    const answer = keptAnswer(path, Buffer.from(index.replace('</head>', () => `${linksThere}</head>`)));
    kept.set(path, answer);
    return answer;
  };
}
