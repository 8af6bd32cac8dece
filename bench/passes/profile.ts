import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startOurs } from '../contenders/ours.ts';
import { measure } from '../lab/measure.ts';
import { profileShares } from '../lab/profile-shares.ts';
import { proveMoney } from '../prove.ts';
import type { Pass } from './pass.ts';

/** So much that what is compiled in the beginning is little beside it. */
const SECONDS = 30;
const SMALLEST_SHARE = 0.01;

/** Where the server's time goes while orders come as fast as it takes them. */
export const profile: Pass = {
  name: 'profile',
  means: 'which packages the server spends its time in under load',
  async run(lab, { connections }) {
    const folder = join(lab.folder, 'profiles');
    mkdirSync(folder);
    const env = { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` };
    const ours = await startOurs(lab, { name: 'profile', env, fromSources: true });
    const task = { connections, seconds: SECONDS, warmUpSeconds: 0, customers: await ours.renewed() };
    const measured = await measure(lab, ours.turn, task);
    await ours.panel.stop();
    console.log(await proveMoney(ours.database.db, ours.earlier + measured.answeredInAll));
    const shares = profileShares(folder);
    const large = shares.filter(([, share]) => share >= SMALLEST_SHARE);
    for (const [part, share] of large) console.log(`  ${part.padEnd(34)} ${(share * 100).toFixed(1).padStart(5)} %`);
    return { goals: [], figures: { shares: Object.fromEntries(large) } };
  },
};
