import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { DomainError } from '../../base/errors.ts';

/** What an app posted: its bytes, and the headers that sign them. */
export interface Delivery {
  deviceId: number;
  body: Buffer;
  signature: string | undefined;
  /** Unix time in seconds; signed by one of the apps only. */
  timestamp: string | undefined;
}

/** A message as the app forwards it. */
export interface ForwardedMessage {
  sender: string;
  text: string;
  sim: number | null;
  /** By the phone's clock. */
  sentAt: Date | null;
}

/** How far the clocks of phone and server may differ. */
const MOST_SECONDS_APART = 5 * 60;

/**
 * Checks who signed a delivery, with hex HMAC-SHA256: SMS Gateway for Android signs body and timestamp, Incoming SMS to URL forwarder the
 * body alone.
 * @throws DomainError `signature_invalid`
 */
export function assertSigned({ body, signature = '', timestamp }: Delivery, secret: string, nowMs = Date.now()): void {
  const hmac = createHmac('sha256', secret).update(body);
  const expected = (timestamp === undefined ? hmac : hmac.update(timestamp)).digest();
  const sent = Buffer.from(/^[\da-f]{64}$/i.test(signature) ? signature : '', 'hex');
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) {
    throw new DomainError('signature_invalid');
  }
  const apart = timestamp === undefined ? 0 : Math.abs(nowMs / 1000 - Number(timestamp));
  if (!(apart <= MOST_SECONDS_APART)) {
    throw new DomainError('signature_invalid');
  }
}

/** Anything that is neither is no moment, not an error: the message counts. */
const moment = z.union([z.string(), z.number()]).nullish().catch(null);
const simName = z.union([z.string(), z.number()]).nullish().catch(null);
const event = z.object({ event: z.string() });
const gateway = z.object({
  payload: z.object({
    message: z.string(),
    sender: z.string().nullish(),
    phoneNumber: z.string().nullish(),
    simNumber: simName,
    receivedAt: moment,
  }),
});
const forwarder = z.object({
  from: z.string(),
  text: z.string(),
  sim: simName,
  sentStamp: moment,
  receivedStamp: moment,
});

/**
 * Reads the message in a delivery of either app.
 * @returns undefined for an event that is none, such as a ping
 * @throws DomainError `bad_input`
 */
export function readDelivery(body: Buffer): ForwardedMessage | undefined {
  const json = jsonIn(body);
  const named = event.safeParse(json).data?.event;
  if (named !== undefined && named !== 'sms:received') return undefined;
  const received = gateway.safeParse(json).data?.payload;
  if (received) {
    const { sender, phoneNumber, message, simNumber, receivedAt } = received;
    return messageOf({ sender: sender ?? phoneNumber, text: message, sim: simNumber, at: receivedAt });
  }
  const sms = forwarder.safeParse(json).data;
  if (!sms) throw new DomainError('bad_input', { message: 'This is the message of neither app' });
  return messageOf({ sender: sms.from, text: sms.text, sim: sms.sim, at: sms.sentStamp ?? sms.receivedStamp });
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new DomainError('bad_input', { message: 'The body is not JSON in UTF-8' });
  }
}

interface Sent {
  sender: string | null | undefined;
  text: string;
  sim: string | number | null | undefined;
  at: string | number | null | undefined;
}

/** PostgreSQL takes no NUL, and no half of a character. */
const storable = (text: string, most: number) => text.replaceAll('\0', '\ufffd').slice(0, most).toWellFormed();

/** Unix time in seconds or milliseconds, or a text such as `2026-08-03T10:01:05+06:00`. */
function momentOf(at: Sent['at']): Date {
  if (typeof at === 'string' && !/^\d{10,16}$/.test(at)) return new Date(at);
  const stamp = Number(at ?? Number.NaN);
  return new Date(stamp < 100_000_000_000 ? stamp * 1000 : stamp);
}

function messageOf({ sender, text, sim, at }: Sent): ForwardedMessage {
  const number = Number(/\d/.exec(String(sim ?? ''))?.[0]);
  const sentAt = momentOf(at);
  return {
    sender: storable(sender ?? '', 100),
    text: storable(text, 20_000),
    sim: number >= 1 ? number : null,
    sentAt: isStorable(sentAt) ? sentAt : null,
  };
}

const isStorable = (at: Date) => at.getTime() > 0 && at.getFullYear() < 10_000;
