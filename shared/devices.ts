import { z } from 'zod';
import { id } from './numbers.ts';
import { isOneLine } from './one-line.ts';
import { text } from './text.ts';

const deviceName = text({
  missing: 'Name is required',
  max: [40, 'Name must be at most 40 characters'],
  form: [isOneLine, 'Name must be one line, without control characters'],
});
const methodName = text({
  missing: 'Payment method is required',
  max: [40, 'Payment method must be at most 40 characters'],
});
const account = text({ missing: 'Number is required', max: [100, 'Number must be at most 100 characters'] });

/** The account of each SIM, by its number in the phone. */
const sims = z.strictObject({ 1: account.optional(), 2: account.optional(), 3: account.optional() });

export const createDeviceInput = z.strictObject({
  name: deviceName,
  /** Names of payment methods, as in `balance.methods`; their case does not matter. */
  methods: z.array(methodName).min(1, 'Choose at least one payment method').max(20),
  /** Without it every SIM serves all accounts. */
  sims: sims.optional(),
});
export type CreateDeviceInput = z.output<typeof createDeviceInput>;

/** A phone that forwards the providers' messages. */
export const device = z.object({
  id,
  name: z.string(),
  methods: z.array(z.string()),
  sims: sims.nullable(),
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

/** The header with the signature of a delivery. */
export const SIGNATURE_HEADER = 'X-Signature';
/** Free apps that forward messages, by their names. */
export const forwardingApps = { gateway: 'SMS Gateway for Android', forwarder: 'Incoming SMS to URL forwarder' };

/** Phones that forward messages at the same time. */
export const MOST_DEVICES = 20;
/** A phone that was silent for longer may be off. */
export const SILENT_MINUTES = 15;
