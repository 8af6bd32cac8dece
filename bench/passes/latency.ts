import { startOurs } from '../contenders/ours.ts';
import { measure } from '../lab/measure.ts';
import { proveMoney } from '../prove.ts';
import type { Pass } from './pass.ts';

/** Of what the machine could do at most, measured just before. */
const SHARES = [0.1, 0.5, 0.8];
const SECONDS = 10;
const WARM_UP_SECONDS = 2;

/** How long an order takes while others come at a fixed rate, whatever became of those before. */
export const latency: Pass = {
  name: 'latency',
  means: 'how long an order takes at a fixed rate, from when it was due',
  async run(lab, { connections }) {
    const ours = await startOurs(lab, { name: 'latency' });
    const task = { connections, seconds: SECONDS, warmUpSeconds: WARM_UP_SECONDS };
    const most = await measure(lab, ours.turn, { ...task, customers: await ours.renewed() });
    let placed = ours.earlier + most.answeredInAll;
    const figures: Record<string, unknown>[] = [];
    for (const share of SHARES) {
      const rate = Math.round(most.rate * share);
      const customers = await ours.renewed();
      const measured = await measure(lab, ours.turn, { ...task, customers, rate, connections: connections * 4 });
      placed += measured.answeredInAll;
      figures.push({ rate, ...measured.latencyMs });
      const { p50 = Number.NaN, p99 = Number.NaN, worst = Number.NaN } = measured.latencyMs ?? {};
      const told = `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, at most ${worst.toFixed(0)} ms`;
      console.log(`${String(rate).padStart(6)} orders a second, ${share * 100} % of the most: ${told}`);
    }
    await ours.panel.stop();
    console.log(await proveMoney(ours.database.db, placed));
    return { goals: [], figures: { mostASecond: most.rate, atRates: figures } };
  },
};
