import { z } from 'zod';
import { isOneLine } from './one-line.ts';
import { id } from './numbers.ts';
import { text } from './text.ts';

const deviceName = text({
  missing: 'Name is required',
  max: [40, 'Name must be at most 40 characters'],
  form: [isOneLine, 'Name must be one line, without control characters'],
});
const methodName = text({ missing: 'Payment method is required', max: [40, 'Payment method must be at most 40 characters'] });
const account = text({ missing: 'Number is required', max: [100, 'Number must be at most 100 characters'] });

/** The number of a SIM in its phone, from 1. */
const simNumber = z.string().regex(/^[1-9]$/, 'A SIM has a number from 1 to 9');

export const createDeviceInput = z.strictObject({
  name: deviceName,
  /** Names of payment methods, as in `balance.methods`; their case does not matter. */
  methods: z.array(methodName).min(1, 'Choose at least one payment method').max(20),
  /** The account of each SIM, by its number; without it every SIM serves all accounts. */
  sims: z.record(simNumber, account).optional(),
});
export type CreateDeviceInput = z.output<typeof createDeviceInput>;

/** A phone that forwards the providers' messages. */
export const device = z.object({
  id,
  name: z.string(),
  methods: z.array(z.string()),
  sims: z.record(z.string(), z.string()).nullable(),
  createdAt: z.date(),
  /** When it last sent anything, and its last message; null for never. */
  seenAt: z.date().nullable(),
  messageAt: z.date().nullable(),
  revokedAt: z.date().nullable(),
});
export type Device = z.output<typeof device>;
/** The secret is displayed once. */
export const createdDevice = z.object({ device, secret: z.string() });
export const devicesOut = z.object({ items: z.array(device) });
export const deviceIdInput = z.strictObject({ id });

/** Phones that forward messages at the same time. */
export const MOST_DEVICES = 20;
/** A phone that was silent for longer may be off. */
export const SILENT_MINUTES = 15;
