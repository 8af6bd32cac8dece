import { z } from 'zod';
import { nanosOut } from '#shared/numbers.ts';
import { tabStorage } from '../../../lib/storage.ts';

const sentLine = z.object({
  number: z.int(),
  text: z.string(),
  order: z.object({ serviceId: z.int(), link: z.string(), quantity: z.int(), expectedChargeNanos: nanosOut }),
});
export type SentLine = z.output<typeof sentLine>;

/** Lines that were sent together, in the order in which they were. */
export const sentLines = z.object({ lines: z.array(sentLine) });
export type SentLines = z.output<typeof sentLines>;

const lineResult = z.object({
  text: z.string(),
  /** The order that was placed; else the reason why it was not. */
  placed: z.object({ id: z.int(), serviceId: z.int(), serviceName: z.string(), chargeNanos: nanosOut }).nullable(),
  refusal: z.object({ domainCode: z.string(), message: z.string() }).nullable(),
});
export type LineResult = z.output<typeof lineResult>;

const massDraft = z.object({
  text: z.string().catch(''),
  /** The outcome of the lines that were sent last. */
  results: z.array(lineResult).catch([]),
});
type MassDraft = z.output<typeof massDraft>;

/** The text of the box and the last results, kept in this tab over reloads. */
export function readMassDraft(userId: number): MassDraft {
  return massDraft.catch({ text: '', results: [] }).parse(tabStorage.readJson(keyOf(userId)) ?? {});
}

export function keepMassDraft(userId: number, part: Partial<MassDraft>): void {
  tabStorage.keep(keyOf(userId), JSON.stringify({ ...readMassDraft(userId), ...part }));
}

function keyOf(userId: number): string {
  return `mass-order:${userId}`;
}
