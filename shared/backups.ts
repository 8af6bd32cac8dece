import { z } from 'zod';

/** Of the mails from before a hold: send them with the others, or give them up. */
export const waitingMails = ['send', 'drop'] as const;
export type WaitingMails = (typeof waitingMails)[number];

export const resumeOutgoingInput = z.strictObject({ mails: z.enum(waitingMails).default('send') });

/** What waits until an admin releases it; null while nothing is held. */
export const outgoingOut = z.object({
  held: z
    .object({
      since: z.date(),
      reason: z.string(),
      /** Queued mails. */
      mails: z.int(),
      /** Those of them from before the hold, which may have been sent already. */
      olderMails: z.int(),
      /** Bulk jobs that have not ended. */
      jobs: z.int(),
    })
    .nullable(),
});
export type Outgoing = z.output<typeof outgoingOut>;

/** The last backup, by the schedule or by a command, as an admin's overview displays it. */
export const lastBackupOut = z.object({
  /** Null if there never was one. */
  last: z
    .object({
      finishedAt: z.date(),
      /** By the clock of the database, which also took `finishedAt`. */
      ageSeconds: z.int(),
      /** The machine that has its files. */
      host: z.string(),
      bytes: z.int(),
    })
    .nullable(),
  /** The interval of the schedule; null if this server has none. */
  everySeconds: z.int().nullable(),
  /** With a schedule: the last backup is older than two intervals, or there never was one. */
  isLate: z.boolean(),
});
export type LastBackup = z.output<typeof lastBackupOut>;
