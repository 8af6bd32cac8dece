import { startOurs } from '../ours.ts';
import type { Pass } from './pass.ts';

/** Of the maximum rate, measured just before. */
const SHARES = [0.1, 0.5, 0.8];
const TIMES = { seconds: 10, warmUpSeconds: 2 };

export const latency: Pass = {
  name: 'latency',
  means: 'latency of an order at a fixed rate, from its due time',
  async run(lab, { connections }) {
    const ours = await startOurs(lab, { name: 'latency' });
    const { rate: most } = await ours.order({ ...TIMES, connections });
    const atRates: object[] = [];
    for (const share of SHARES) {
      const rate = Math.round(most * share);
      const { latencyMs } = await ours.order({ ...TIMES, rate, connections: connections * 4 });
      atRates.push({ rate, ...latencyMs });
      const { p50 = Number.NaN, p99 = Number.NaN, worst = Number.NaN } = latencyMs ?? {};
      const text = `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, at most ${worst.toFixed(0)} ms`;
      console.log(`${String(rate).padStart(6)} orders per second, ${share * 100} % of the highest rate: ${text}`);
    }
    await ours.prove();
    return { goals: [], figures: { mostASecond: most, atRates } };
  },
};
