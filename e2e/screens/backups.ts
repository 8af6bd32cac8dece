import type { Page } from 'playwright-core';
import { answering } from './answering.ts';
import { dialogIsOpen } from './opening.ts';
import { faked, type Screen } from './screen.ts';

const TITLE = /Emails and bulk jobs are held|ইমেইল ও বাল্ক কাজ আটকে রাখা হয়েছে/;
const held = {
  since: '2026-05-01T03:30:00.000Z',
  reason: 'Restored from the backup of 2026-05-01T03:00:00.000Z by shop-server',
  mails: 12,
  olderMails: 5,
  jobs: 1,
};
const last = { finishedAt: '2026-05-01T03:00:00.000Z', ageSeconds: 2400, host: 'shop-server', bytes: 12_345_678 };
const LATE = 3 * 3600;

/** A restored panel, and the last backup in every state. They are made up in the browser. */
export const backupScreens: Record<string, Screen> = {
  'orders of a restored panel': faked('/dashboard/manageOrders', /Manage Promotion Orders/, withHeld),
  'overview of a restored panel': faked('/dashboard', /Dashboard/, withHeld),
  'release what is held': faked(
    '/dashboard',
    /Release emails and jobs|ইমেইল ও কাজগুলো চালু করবেন/,
    withHeld,
    async (page) => {
      await page.getByRole('complementary', { name: TITLE }).getByRole('button').click();
      await dialogIsOpen(page);
    },
  ),
  'overview, a recent backup': overview({ last, everySeconds: 3600, isLate: false }, /shop-server/),
  'overview, a late backup': overview(
    { last: { ...last, ageSeconds: LATE }, everySeconds: 3600, isLate: true },
    /too old|বেশি পুরোনো/,
  ),
  'overview, no backup yet': overview(
    { last: null, everySeconds: 6 * 3600, isLate: true },
    /no backup yet|এখনো কোনো ব্যাকআপ নেই/,
  ),
  'overview, no backups set up': overview({ last: null, everySeconds: null, isLate: false }, /BACKUP_TO/),
};

async function withHeld(page: Page): Promise<void> {
  await answering(page, { 'admin.outgoing.get': () => ({ held }) });
  await page.getByRole('complementary', { name: TITLE }).waitFor();
}

function overview(answer: object, words: RegExp): Screen {
  return faked(
    '/dashboard',
    /Dashboard/,
    (page) => answering(page, { 'admin.backups.last': () => answer }),
    (page) => page.getByText(words).first().scrollIntoViewIfNeeded(),
  );
}
