import { setTimeout as sleep } from 'node:timers/promises';
import { inLab } from '../lab.ts';
import { until } from './pair.ts';
import { compare, readListed, startParts } from './parts.ts';
import type { Programs } from './programs.ts';
import { createFailoverRecord } from './record.ts';
import { startScriptedPair } from './scripted-pair.ts';
import { startTraffic } from './traffic.ts';

export interface ControlResult {
  /** Acknowledged requests that the promoted standby never received. */
  lost: string[];
  /** Of these, the ones that the panel's list of missing entries lacks; undefined if this version has no list. */
  unlisted: string[] | undefined;
  /** All entries of that list: an approved recharge has two. */
  listed: number;
}

const ORDERS_BEFORE = 50;
const ORDERS_AFTER = 50;
const CUT_OFF_MS = 2_000;
/** A recharge that no longer exists can never be approved. */
const GIVE_UP_MS = 5_000;
/** It moves no money, and is not remembered. */
const REJECTION = /^recharge .*, rejected$/;
const LISTED_LIMIT_MS = 30_000;

/**
 * The deliberate mistake: commits do not wait for the standby, which is cut off before the primary dies. Requests are lost, so a trial
 * that finds none would be blind, and the panel must list each of them.
 */
export function runControl(programs: Programs): Promise<ControlResult> {
  return inLab(async (lab) => {
    const parts = await startParts(lab, programs, (options) => startScriptedPair({ ...options, isSynchronous: false }));
    const { pair, proxy, servers } = parts;
    const record = createFailoverRecord();
    const traffic = await startTraffic(proxy.url, record, GIVE_UP_MS);
    const untilOrders = async (count: number) => {
      const target = traffic.acknowledged.orders.length + count;
      await until('orders succeed', async () => traffic.acknowledged.orders.length >= target);
    };
    await untilOrders(ORDERS_BEFORE);
    await pair.losesStandby?.();
    await sleep(CUT_OFF_MS);
    await pair.killPrimary();
    await untilOrders(ORDERS_AFTER);
    // Clients of requests that were lost halfway give up.
    await traffic.stop().catch(() => undefined);
    const { lost } = await compare(pair, traffic.acknowledged);
    const unlisted = async () => {
      const listed = await readListed(pair);
      return listed && lost.filter((sentence) => !listed.includes(nameIn(sentence)) && !REJECTION.test(sentence));
    };
    await until(
      'the panel lists what is missing',
      async () => ((await unlisted())?.length ?? 0) === 0,
      LISTED_LIMIT_MS,
    ).catch(() => undefined);
    const result = { lost, unlisted: await unlisted(), listed: (await readListed(pair))?.length ?? 0 };
    await servers.stop();
    return result;
  });
}

/** As in the panel's list. */
function nameIn(sentence: string): string {
  return (/^recharge \d+/.exec(sentence)?.[0] ?? /by request (\S+)/.exec(sentence)?.[1]) || sentence;
}
