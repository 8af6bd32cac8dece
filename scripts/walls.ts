import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fences } from './walls-fences.ts';
import { type Room, rooms } from './walls-rules.ts';
import { type Import, readSource } from './walls-source.ts';

/** Source text by its path from the root, with `/` between folders. */
export type Tree = Map<string, string>;

export interface Breach {
  /** Name of the room or fence whose rule is broken. */
  rule: string;
  path: string;
  line: number;
  what: string;
}

const SOURCES = [
  '{shared,db,server,client,scripts,bench,e2e}/**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}',
  '*.{ts,mts,cts,js,mjs,cjs}',
];

/** Reads every source file below `root`. */
export function readTree(root: string): Tree {
  const paths = globSync(SOURCES, {
    cwd: root,
    exclude: (name) => ['node_modules', 'dist'].includes(posix.basename(name)),
  });
  return new Map(
    paths
      .map((path) => path.replaceAll('\\', '/'))
      .sort()
      .map((path) => [path, readFileSync(posix.join(root, path), 'utf8')]),
  );
}

/**
 * Finds every import and act that the table in `walls-rules.ts` does not allow.
 * @param paths the files to look at; all of `tree` unless named
 */
export function findBreaches(tree: Tree, paths: Iterable<string> = tree.keys()): Breach[] {
  return [...paths].flatMap((path) => breachesOf(path, tree));
}

function breachesOf(path: string, tree: Tree): Breach[] {
  const room = roomOf(path);
  if (!room) return [{ rule: 'every file has a room', path, line: 1, what: 'no room in the table claims this file' }];
  const source = readSource(path, tree.get(path) ?? '');
  const imports = source.imports.flatMap((found) => {
    const what = whyForbidden(room, path, found, tree);
    return what ? [{ rule: room.name, path, line: found.line, what }] : [];
  });
  const acts = source.acts
    .filter(({ act }) => !allows(fences[act], path))
    .map(({ act, line }) => ({ rule: act, path, line, what: `only ${fences[act].join(', ')} may` }));
  return [...imports, ...acts];
}

/** A sentence for people, or undefined where the import is allowed. */
function whyForbidden(room: Room & { star: string }, path: string, found: Import, tree: Tree): string | undefined {
  const { specifier, typeOnly } = found;
  if (specifier === undefined) return anything(room) ? undefined : 'a computed import can not be checked';
  const kind = typeOnly ? 'the type of ' : '';
  if (!specifier.startsWith('.')) {
    const allowed = [packageOf(specifier), specifier].some((name) => allows(room.packages, name, typeOnly));
    return allowed ? undefined : `may not import ${kind}the package ${specifier}`;
  }
  const target = posix.join(posix.dirname(path), specifier.replace(/[?#].*$/, ''));
  if (target.startsWith('../')) return `may not import ${specifier} from outside the project`;
  if (/\.[cm]?[jt]sx?$/.test(target) && !tree.has(target)) return `imports ${target}, which does not exist`;
  const may = room.may.map((pattern) => pattern.replaceAll('{1}', room.star));
  return allows(may, target, typeOnly) ? undefined : `may not import ${kind}${target}`;
}

function roomOf(path: string): (Room & { star: string }) | undefined {
  for (const room of rooms) {
    for (const pattern of room.files) {
      const match = toRegExp(pattern).exec(path);
      if (match) return { ...room, star: match[1] ?? '' };
    }
  }
  return undefined;
}

/** Whether the last pattern that matches allows it. */
function allows(patterns: string[], name: string, typeOnly = false): boolean {
  let allowed = false;
  for (const pattern of patterns) {
    const [, sign, type, bare = ''] = /^(!?)(type )?(.*)$/.exec(pattern) ?? [];
    if ((type && !typeOnly) || !toRegExp(bare).test(name)) continue;
    allowed = !sign;
  }
  return allowed;
}

const anything = (room: Room) => room.packages.includes('**');

/** `@scope/name/deep/file.js` is a part of `@scope/name`, `node:fs/promises` of `node:fs`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function toRegExp(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^$()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/|\*\*|\*/g, (stars) => ({ '**/': '(?:.*/)?', '**': '.*' })[stars] ?? '([^/]*)');
  return new RegExp(`^${source}$`);
}

/** `node scripts/walls.ts [root]` prints every breach and sets the exit code. */
if (import.meta.main) {
  const tree = readTree(process.argv[2] ?? posix.join(import.meta.dirname, '..'));
  const breaches = findBreaches(tree);
  for (const { rule, path, line, what } of breaches) console.log(`${path}:${line} [${rule}] ${what}`);
  console.log(`${tree.size} files, ${breaches.length} breaches of the walls`);
  if (tree.size === 0 || breaches.length > 0) process.exitCode = 1;
}
