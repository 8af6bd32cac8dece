import { z } from 'zod';
import { nanosOut } from '#shared/numbers.ts';
import { tabStorage } from '../../../lib/storage.ts';

const sentLine = z.object({
  number: z.int(),
  text: z.string(),
  order: z.object({ serviceId: z.int(), link: z.string(), quantity: z.int(), expectedChargeNanos: nanosOut }),
});
export type SentLine = z.output<typeof sentLine>;

/** Lines of one call, in order. */
export const sentLines = z.object({ lines: z.array(sentLine) });
export type SentLines = z.output<typeof sentLines>;

const lineResult = z.object({
  text: z.string(),
  /** The placed order; else the reason of the refusal. */
  placed: z.object({ id: z.int(), serviceId: z.int(), serviceName: z.string(), chargeNanos: nanosOut }).nullable(),
  refusal: z.object({ domainCode: z.string(), message: z.string() }).nullable(),
});
export type LineResult = z.output<typeof lineResult>;

const massDraft = z.object({
  text: z.string().catch(''),
  /** The outcome of the last call. */
  results: z.array(lineResult).catch([]),
});
type MassDraft = z.output<typeof massDraft>;

/** The text of the box and the last results, stored in this tab across reloads. */
export function readMassDraft(userId: number): MassDraft {
  return massDraft.catch({ text: '', results: [] }).parse(tabStorage.readJson(keyOf(userId)) ?? {});
}

export function keepMassDraft(userId: number, part: Partial<MassDraft>): void {
  tabStorage.keep(keyOf(userId), JSON.stringify({ ...readMassDraft(userId), ...part }));
}

function keyOf(userId: number): string {
  return `mass-order:${userId}`;
}
