import cases from '#shared/paste/cases.json' with { type: 'json' };
import { readLink } from '#shared/paste/link.ts';
import { goalOf } from '../../goals.ts';
import { undisturbed } from '../measure.ts';
import type { Pass } from './pass.ts';

const TEXTS = 20_000;
const samples = [...cases.links, ...cases.linkProblems].map(([text = '']) => text);

export const texts: Pass = {
  name: 'texts',
  means: 'pasted texts that one thread reads as links a second',
  async run(_lab, { rounds, repeats }) {
    readAll();
    const perSecond: number[] = [];
    for (let nth = 0; nth < rounds; nth++) perSecond.push((await undisturbed(readAll, repeats)).result);
    console.log(`of ${samples.length} different ones: ${perSecond.map((one) => Math.round(one)).join(', ')} a second`);
    return { goals: [goalOf('pasted texts read a second', perSecond, { atLeast: [TEXTS] })], figures: { perSecond } };
  },
};

/** @returns how many a second */
async function readAll(): Promise<number> {
  const startedMs = performance.now();
  for (let nth = 0; nth < TEXTS; nth++) readLink(samples[nth % samples.length] ?? '');
  return TEXTS / ((performance.now() - startedMs) / 1000);
}
