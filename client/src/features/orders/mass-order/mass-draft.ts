import { z } from 'zod';
import type { Nanos } from '#shared/money.ts';
import { nanosOut } from '#shared/numbers.ts';
import { type OrderLine, orderLine } from '#shared/order-lines.ts';
import { newRequestId } from '../../../lib/request-id.ts';
import { deviceStorage, tabStorage } from '../../../lib/storage.ts';
import { typedLinesKey } from '../../../lib/typed-lines.ts';

const pricedLine = orderLine.required({ expectedChargeNanos: true });
const sentLine = z.object({
  number: z.int(),
  text: z.string(),
  order: z.custom<OrderLine & { expectedChargeNanos: Nanos }>((order) => pricedLine.safeParse(order).success),
});
export type SentLine = z.output<typeof sentLine>;

/** Lines of one call, in order. */
export const sentLines = z.object({ lines: z.array(sentLine) });
export type SentLines = z.output<typeof sentLines>;

const lineResult = z.object({
  text: z.string(),
  /** The placed order; else the reason of the refusal. */
  placed: z
    .object({
      ...{ id: z.int(), serviceId: z.int(), serviceName: z.string(), chargeNanos: nanosOut },
      /** Results of the version before don't have it. */
      serviceNameBn: z.string().nullable().optional(),
    })
    .nullable(),
  /** The line as it was sent; results of the version before don't have it. */
  order: z.object({ serviceId: z.int(), link: z.string(), quantity: z.int().optional() }).optional(),
  refusal: z.object({ domainCode: z.string(), message: z.string() }).nullable(),
});
export type LineResult = z.output<typeof lineResult>;

const massDraft = z.object({
  text: z.string().catch(''),
  /** The tab that sent the lines and has no response yet. */
  sentIn: z.string().nullable().catch(null),
});
type MassDraft = z.output<typeof massDraft>;

const emptyDraft: MassDraft = { text: '', sentIn: null };

/** The text of the box. It outlasts the tab, until a logout: hundreds of lines are not typed again. */
export function readMassText(userId: number): string {
  return readDraft(userId).text;
}

export function keepMassText(userId: number, text: string): void {
  const draft = readDraft(userId);
  if (text !== draft.text) write(userId, { ...draft, text });
}

/** Marks the lines as sent by this tab, or as answered. */
export function markSent(userId: number, isSent: boolean): void {
  write(userId, { ...readDraft(userId), sentIn: isSent ? thisTab() : null });
}

/** Whether a tab that is closed sent the lines and read no response: they may have been ordered, and the key to ask again is lost. */
export function wasSentElsewhere(userId: number): boolean {
  const { sentIn, text } = readDraft(userId);
  return sentIn !== null && sentIn !== thisTab() && text.trim() !== '';
}

/** The outcome of the last call, stored in this tab across reloads. */
export function readResults(userId: number): LineResult[] {
  return z
    .array(lineResult)
    .catch([])
    .parse(tabStorage.readJson(typedLinesKey(userId)));
}

export function keepResults(userId: number, results: LineResult[]): void {
  tabStorage.keep(typedLinesKey(userId), JSON.stringify(results));
}

function readDraft(userId: number): MassDraft {
  return massDraft.catch(emptyDraft).parse(deviceStorage.readJson(typedLinesKey(userId)) ?? {});
}

function write(userId: number, draft: MassDraft): void {
  if (draft.text === '' && draft.sentIn === null) deviceStorage.forget(typedLinesKey(userId));
  else deviceStorage.keep(typedLinesKey(userId), JSON.stringify(draft));
}

const TAB_KEY = 'mass-order-tab';

function thisTab(): string {
  const known = tabStorage.read(TAB_KEY) ?? newRequestId();
  tabStorage.keep(TAB_KEY, known);
  return known;
}
