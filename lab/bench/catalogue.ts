import { randomBytes } from 'node:crypto';
import { createOutbound } from '#server/base/outbound/outbound.ts';
import { createSecretBox } from '#server/base/secrets/secret-box.ts';
import { acceptLines } from '#server/features/suppliers/catalogue/accept-lines.ts';
import { fetchList } from '#server/features/suppliers/catalogue/fetch-list.ts';
import { readProposal } from '#server/features/suppliers/catalogue/read-proposal.ts';
import { createSupplierClient } from '#server/suppliers/protocols/client.ts';
import { makeAdmin } from '#server/testing/factories.ts';
import { listedService, startSupplierServer } from '#server/testing/supplier-server.ts';
import { makeSupplier } from '#server/testing/suppliers.ts';
import { readCommandLine } from '../../scripts/command-line.ts';
import { inLab, type Lab } from '../lab.ts';
import { machine } from '../machine.ts';
import { median } from '../statistics.ts';

const { options } = readCommandLine({
  name: 'npm run bench:catalogue',
  purpose: `Measures the list of a supplier: reading it, the proposal, and accepting all of it.

Starts a PostgreSQL and a supplier with its list in a temporary folder. Each round takes a new supplier, reads its list, accepts all
services, and then reads and accepts a list in which every service has changed. Prints the medians and the slowest.`,
  options: {
    services: { takes: 'N', default: 5_000, min: 1, max: 40_000, means: 'services of the list' },
    rounds: { takes: 'N', default: 3, min: 1, max: 50, means: 'rounds after a warm-up' },
  },
  example: 'npm run bench:catalogue -- --rounds 1',
});

/** As long as usual ones. */
const DESCRIPTION = 'Link: https://instagram.com/user\nStart: 0-1 hour\nSpeed: 10K a day\nRefill: 30 days\n'.repeat(3);

console.log(machine());
await inLab(measureCatalogue);

async function measureCatalogue(lab: Lab): Promise<void> {
  const { db } = await lab.newDatabase('catalogue');
  const log = { error: console.error, warn: console.warn };
  const secrets = createSecretBox(randomBytes(32).toString('base64'), log);
  const server = await startSupplierServer();
  lab.onEnd(() => server.close());
  const outbound = createOutbound({ policy: { allowLoopback: true } });
  const suppliers = createSupplierClient({ db, secrets, outbound, log });
  const config = { publicUrl: 'https://panel.example' };
  const deps = { db, suppliers, config, events: { publish: () => {} }, wakeMailer: () => {} };
  const { actor } = await makeAdmin(db);
  const times = new Map<string, number[]>();
  for (let round = 0; round <= options.rounds; round++) {
    const { id } = await makeSupplier(db, secrets, server);
    const timed = async (name: string, work: () => Promise<unknown>) => {
      const startedMs = performance.now();
      await work();
      // The first round warms up.
      if (round > 0) times.set(name, [...(times.get(name) ?? []), performance.now() - startedMs]);
    };
    const lists = {
      new: (nth: number) => ({ name: `Instagram Followers ${nth}`, rate: String(0.5 + nth / 1000) }),
      same: (nth: number) => ({ name: `Instagram Followers ${nth}`, rate: String(0.5 + nth / 1000) }),
      'small changes': (nth: number) => ({ name: `Instagram Followers ${nth}`, rate: String(0.52 + nth / 1000) }),
      'all dearer': (nth: number) => ({ name: `Instagram Likes ${nth}`, rate: String(1.1 + nth / 500) }),
    };
    for (const [name, lineOf] of Object.entries(lists)) {
      server.services = Array.from({ length: options.services }, (_, nth) =>
        listedService({ service: nth + 1, category: `Instagram ${nth % 100} 🔥`, desc: DESCRIPTION, ...lineOf(nth) }),
      );
      await timed(`fetch, ${name}`, () => fetchList(deps, actor, { id }));
      await timed(`a page of the proposal, ${name}`, () => readProposal(db, actor, { id, limit: 25 }));
      if (name === 'new' || name === 'all dearer')
        await timed(`accept all, ${name}`, () => acceptLines(deps, actor, { id, all: true }));
    }
  }
  console.log(`\n${options.services.toLocaleString('en')} services`);
  for (const [name, all] of times)
    console.log(
      `${name.padEnd(40)} ${median(all).toFixed(0).padStart(6)} ms, at most ${Math.max(...all)
        .toFixed(0)
        .padStart(6)} ms`,
    );
}
