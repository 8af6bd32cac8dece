import { cruise, type ICruiseResult } from 'dependency-cruiser';
import config, { roomOf } from '../import-rules.config.ts';

/** docs/architecture.md has the picture; a change that needs more rearranges instead. */
const MOST_ARROWS = 120;
const LONGEST_WAY = 9;

const { output } = await cruise(['.'], { ...config.options, ruleSet: config, validate: true });
const { modules, summary } = output as ICruiseResult;
for (const { rule, from, to } of summary.violations) console.error(`${rule.name}: ${from} → ${to}`);

/** The rooms that each room of the server imports. */
const arrows = new Map<string, Set<string>>();
for (const { source, dependencies } of modules) {
  const from = roomOf(source);
  if (!from) continue;
  const others = arrows.get(from) ?? new Set();
  arrows.set(from, others);
  for (const { resolved } of dependencies) {
    const to = roomOf(resolved);
    if (to && to !== from) others.add(to);
  }
}
const rooms = [...arrows.keys()];
const ways = new Map<string, number>();
const up = rooms.filter((room) => [...(arrows.get(room) ?? [])].some((other) => below(other).has(room)));
const longest = up.length > 0 ? Number.POSITIVE_INFINITY : Math.max(...rooms.map(wayFrom));
const drawn = rooms.flatMap((room) => [...(arrows.get(room) ?? [])]).length;
console.log(`rooms ${rooms.length}, arrows ${drawn}, longest way ${longest}, up-arrows ${up.length}`);
const isPlain = drawn <= MOST_ARROWS && longest <= LONGEST_WAY && up.length === 0;
if (!isPlain)
  console.error(
    `At most ${MOST_ARROWS} arrows, ${LONGEST_WAY} rooms on a way, and no room that imports one above it: ${up.join(', ')}`,
  );
process.exitCode = isPlain && summary.error === 0 ? 0 : 1;

/** The rooms on the longest way down from a room, itself included. */
function wayFrom(room: string): number {
  const known = ways.get(room) ?? 1 + Math.max(0, ...[...(arrows.get(room) ?? [])].map(wayFrom));
  ways.set(room, known);
  return known;
}

/** All rooms that can be reached from a room, itself included. */
function below(room: string, found = new Set<string>()): Set<string> {
  if (found.has(room)) return found;
  found.add(room);
  for (const other of arrows.get(room) ?? []) below(other, found);
  return found;
}
