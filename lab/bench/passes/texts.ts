import cases from '#shared/paste/cases.json' with { type: 'json' };
import { readLink } from '#shared/paste/link.ts';
import { goalOf } from '../../goals.ts';
import type { Pass } from './pass.ts';

const TEXTS = 20_000;
const GATE = 15_000;
const samples = [...cases.links, ...cases.linkProblems].map(([text = '']) => text);

export const texts: Pass = {
  name: 'texts',
  means: 'pasted texts that are read as links in a second of processor time',
  run(_lab, { rounds }) {
    readAll();
    const perSecond = Array.from({ length: rounds }, readAll);
    console.log(`of ${samples.length} different ones: ${perSecond.map((one) => Math.round(one)).join(', ')} a second`);
    const goal = goalOf('pasted texts ÷ second of processor time', perSecond, { atLeast: [GATE] });
    return Promise.resolve({ goals: [goal], figures: { perSecond } });
  },
};

/** @returns how many in a second of processor time */
function readAll(): number {
  const before = process.cpuUsage();
  // Different blanks before them, because the latest readings are kept.
  for (let nth = 0; nth < TEXTS; nth++)
    readLink(' '.repeat(nth / samples.length) + (samples[nth % samples.length] ?? ''));
  const { user, system } = process.cpuUsage(before);
  return TEXTS / ((user + system) / 1e6);
}
