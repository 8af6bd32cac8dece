import { z } from 'zod';

/** How many of the last hours, days and months (UTC) keep their newest backup; 0 for a part that is not given. */
export interface KeptPeriods {
  hours: number;
  days: number;
  months: number;
}

/** Which backups stay: the newest ones by number, or the newest one of each period. */
export type KeepRule = number | KeptPeriods;

const PART = /^([1-9]\d{0,5})([hdm])$/;
const UNITS = { h: 'hours', d: 'days', m: 'months' } as const;
const MOST = 100_000;
const FORMS =
  'must be a number of backups, such as 48, or hours, days and months that keep one backup each, such as 48h,30d,12m';

/** Reads `BACKUP_KEEP`: a number from 1 to 100,000, or the parts `48h`, `30d` and `12m`, each at most once, in any order. */
export const keepRule = z.string().transform((text, context): KeepRule => {
  const rule = parse(text);
  if (rule !== undefined) return rule;
  context.addIssue({ code: 'custom', message: FORMS });
  return z.NEVER;
});

function parse(text: string): KeepRule | undefined {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length === 1 && /^\d{1,6}$/.test(parts[0] ?? '')) {
    const count = Number(parts[0]);
    return count >= 1 && count <= MOST ? count : undefined;
  }
  const rule = { hours: 0, days: 0, months: 0 };
  for (const part of parts) {
    const [, amount, letter] = PART.exec(part) ?? [];
    if (amount === undefined) return undefined;
    const unit = UNITS[letter as keyof typeof UNITS];
    if (rule[unit] > 0 || Number(amount) > MOST) return undefined;
    rule[unit] = Number(amount);
  }
  return rule;
}
