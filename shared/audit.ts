import { z } from 'zod';
import { shopDayIn } from './moment.ts';
import { bulkId, id, moneySumOut } from './numbers.ts';
import { pageInput, pageOf, searchText } from './paging.ts';

/** The audited actions: subject, dot, verb. Rows are stored forever, so a name is never reused or removed. */
export const auditActions = [
  'order.decide',
  'request.file',
  'request.decide',
  'order.setProgress',
  'recharge.decide',
  'recharge.reverse',
  'user.giveBalance',
  'user.block',
  'user.unblock',
  'user.setRole',
  'user.sendResetLink',
  'user.endSessions',
  'user.resetTwoFactor',
  'user.createAdmin',
  'user.resetAdmin',
  'category.create',
  'category.update',
  'category.merge',
  'category.hide',
  'category.show',
  'category.reorder',
  'service.create',
  'service.update',
  'service.delete',
  'service.restore',
  'service.hide',
  'service.show',
  'service.reorder',
  'service.changePrice',
  'catalogue.changePrices',
  'catalogue.import',
  'image.upload',
  'settings.update',
  'settings.setAlarms',
  'settings.testAlarms',
  'paymentMethod.create',
  'paymentMethod.update',
  'paymentMethod.delete',
  'notice.create',
  'notice.update',
  'notice.delete',
  'ticket.reply',
  'ticket.close',
  'savedReply.create',
  'savedReply.update',
  'savedReply.delete',
  'outgoing.release',
  'missing.settle',
  'setAside.tryAgain',
  'supplier.create',
  'supplier.update',
  'supplier.test',
  'supplier.stop',
  'supplier.resume',
  'supplier.payIn',
  'supplier.setStatusWords',
  'supplier.setRefusalWords',
  'forward.refresh',
  'forward.resolve',
  'forward.correctCost',
  'supplier.fetch',
  'supplier.accept',
  'supplier.setRules',
  'supplier.setCategoryWords',
  'service.setSources',
  'service.pauseSource',
  'service.resumeSource',
  'service.setPriceRule',
  'forward.settle',
  'forward.start',
  'key.create',
  'key.roll',
  'key.revoke',
  'device.create',
  'device.revoke',
  'wording.create',
  'wording.update',
  'paymentMethod.setAutomatic',
  'message.balanceIsRight',
  'statement.import',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** The subjects of actions. */
export const auditSubjects = [
  'order',
  'recharge',
  'user',
  'service',
  'category',
  'catalogue',
  'image',
  'settings',
  'paymentMethod',
  'notice',
  'ticket',
  'savedReply',
  'outgoing',
  'missing',
  'setAside',
  'supplier',
  'forward',
  'key',
  'device',
  'wording',
  'message',
  'statement',
] as const;
export type AuditSubject = (typeof auditSubjects)[number];

/** Fields of a subject by name. Amounts carry their unit in the name. */
const auditFacts = z.record(z.string(), z.unknown());
export type AuditFacts = z.output<typeof auditFacts>;

/** Of a longer bulk the rows are not counted to the end. */
export const MOST_IN_BULK = 10_000;

/**
 * A bulk is listed as its first entry, with its size; with a search, a customer or a `subjectId` its entries are listed one by one.
 */
export const auditListInput = pageInput.extend({
  /** The actor; `server` for a command on the server. */
  admin: z.union([id, z.literal('server')]).optional(),
  action: z.enum(auditActions).optional(),
  subject: z.enum(auditSubjects).optional(),
  /** Together with `subject`: only this one. */
  subjectId: id.optional(),
  /** The customer concerned. */
  userId: id.optional(),
  /** The entries of one bulk. */
  bulkId: bulkId.optional(),
  search: searchText,
  /** First and last day in the shop's time zone, both included. */
  from: shopDayIn('From').optional(),
  to: shopDayIn('To').optional(),
});
export type AuditListInput = z.output<typeof auditListInput>;

const person = z.object({ id, userName: z.string(), name: z.string() });

/** A bulk: entries of one admin with one action and one outcome, from one request or one run. */
const auditBulk = z.object({
  /** At most {@link MOST_IN_BULK}, which then means "and more". */
  count: z.int(),
  /** The sum of all `amountNanos`; null without any, and of a bulk that is not counted to the end. */
  amountNanos: moneySumOut.nullable(),
});

export const auditEntry = z.object({
  id,
  at: z.date(),
  /** Null for a command on the server. */
  admin: person.nullable(),
  /** The admin's API key that called; null for the admin in person. */
  key: z.object({ id, name: z.string() }).nullable(),
  /** One of {@link auditActions}. A plain string, because a newer server on this database may write other actions. */
  action: z.string(),
  subject: z.string(),
  /** Null for single subjects, such as the settings. */
  subjectId: id.nullable(),
  /** The subject's name at the time of the action. */
  subjectName: z.string(),
  user: person.nullable(),
  /** Changed facts before the action; null for a new subject. */
  before: auditFacts.nullable(),
  /** The same facts after the action, with its other results; null for a deleted subject. */
  after: auditFacts.nullable(),
  reason: z.string().nullable(),
  /** The bulk that it is part of. */
  bulkId: bulkId.nullable(),
  /** Set if the row stands for its whole bulk. */
  bulk: auditBulk.nullable(),
  /** The job that decided it; all entries of a job are one bulk. */
  jobId: id.nullable(),
});
export type AuditEntry = z.output<typeof auditEntry>;
export const auditPage = pageOf(auditEntry);
export type AuditPage = z.output<typeof auditPage>;
