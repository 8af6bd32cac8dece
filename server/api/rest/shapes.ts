import { z } from 'zod';
import { customerStatus } from '#shared/order-status.ts';
import { rechargeStatuses } from '#shared/recharge-status.ts';
import { serviceTypes } from '#shared/service-types.ts';
import { roles } from '#shared/users.ts';

/** Response schemas for older clients: `_id` strings, dollars as numbers, dates as ISO 8601 strings. */

const _id = z.string();
const isoDate = z.iso.datetime().meta({ examples: ['2026-01-31T08:30:00.000Z'] });

/** The three labels of a status for admins, used everywhere except in a customer's own history. */
export const plainStatuses = ['pending', 'done', 'rejected'] as const;

export const ownUser = z
  .object({
    _id,
    userName: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    image: z.string().optional(),
    role: z.enum(roles),
    balance: z.number().meta({ description: 'Dollars, exact to 9 decimals' }),
    isDeleted: z.boolean().meta({ description: 'Whether the user is blocked' }),
    isBlocked: z.boolean().meta({ description: 'The same' }),
    createdAt: isoDate,
  })
  .meta({ id: 'User' });
export type UserShape = z.output<typeof ownUser>;

export const service = z
  .object({
    _id,
    name: z.string(),
    image: z.string().meta({ description: 'Empty where there is none' }),
    description: z.string(),
    price: z
      .number()
      .meta({ description: 'Dollars per 1000 units, also for a package: an order costs quantity × price ÷ 1000' }),
    type: z
      .enum(serviceTypes)
      .meta({ description: 'Decides the fields of an order: a quantity, comments, or neither for a package' }),
    category: z.string().meta({ description: 'The platform, or another category of the first level' }),
    min: z.int(),
    max: z.int(),
    avgTime: z.string().meta({ description: 'Whole hours, as digits' }),
    isDeleted: z.boolean(),
    userIds: z
      .array(z.string())
      .meta({ description: 'For admins one empty text per order, to be counted; nobody is named. Empty for others' }),
    totalSell: z.int().meta({ description: 'How many orders were placed for it' }),
    createdAt: isoDate,
    updatedAt: isoDate,
  })
  .meta({ id: 'Service' });
export type ServiceShape = z.output<typeof service>;

const orderFields = {
  _id,
  serviceId: z.object({ _id, name: z.string() }),
  link: z.string(),
  quantity: z.int(),
  price: z.number().meta({ description: 'What the whole order was charged, in dollars' }),
  startCount: z
    .int()
    .optional()
    .meta({ description: 'The count at the link before the delivery; absent while unknown' }),
  remains: z.int().optional().meta({ description: 'Units that are not delivered yet; absent while unknown' }),
  createdAt: isoDate,
};

export const order = z
  .object({
    ...orderFields,
    userId: z.object({ _id, userName: z.string() }),
    status: z.enum(plainStatuses),
  })
  .meta({ id: 'Order' });
export type OrderShape = z.output<typeof order>;

export const ownOrder = z
  .object({
    ...orderFields,
    userId: z.string(),
    service: z.string().meta({ description: "The service's name as it was" }),
    // By value: two statuses share a label, which the document would list twice.
    status: z.enum(Object.values(customerStatus)),
  })
  .meta({ id: 'OwnOrder' });
export type OwnOrderShape = z.output<typeof ownOrder>;

export const recharge = z
  .object({
    _id,
    userId: z.object({ _id, name: z.string(), phone: z.string() }),
    amount: z.number().meta({ description: 'Dollars' }),
    paidTaka: z.int(),
    paymentMethod: z.string(),
    reference: z.string().meta({ description: 'The transaction ID' }),
    status: z.enum(rechargeStatuses),
    createdAt: isoDate,
  })
  .meta({ id: 'BalanceRequest' });
export type RechargeShape = z.output<typeof recharge>;

export const tokens = z.object({ accessToken: z.string() });
