import { measureReads } from '../reads/measure-reads.ts';
import type { Pass } from './pass.ts';

const SIZE = { orders: 1_000_000, customers: 200_000, services: 5_000 };

/** `npm run bench:reads`, with its goals. */
export const reads: Pass = {
  name: 'reads',
  means: 'histories, searches and the service list over a million orders (npm run bench:reads)',
  async run(_lab, { rounds, seconds, repeats }) {
    const goals = await measureReads({ ...SIZE, rounds, seconds, repeats, report: (text) => console.log(text) });
    return { goals, figures: {} };
  },
};
