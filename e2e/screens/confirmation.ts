import type { Page } from 'playwright-core';
import { dialogIsOpen, openMenu } from './opening.ts';
import { admin, faked, type Screen } from './screen.ts';

const QUESTION = /Confirm that it is you|আপনিই কি না নিশ্চিত করুন/;

/** Where an admin confirms who they are, and takes a second factor from a customer. Nothing is changed. */
export const confirmationScreens: Record<string, Screen> = {
  'confirm by password': asked('password'),
  'confirm by code': asked('code'),
  'user with a second factor': faked(({ userId }) => `/dashboard/users/${userId}`, /Some Body/, withSecondFactor),
  'user freed of the second factor': faked(
    ({ userId }) => `/dashboard/users/${userId}`,
    /Turn off two-factor authentication of|টু-ফ্যাক্টর অথেনটিকেশন বন্ধ করবেন/,
    withSecondFactor,
    async (page) => {
      await openMenu(page, /More actions|আরও কাজ/);
      await page.getByRole('menuitem', { name: /two-factor|টু-ফ্যাক্টর/ }).click();
      await dialogIsOpen(page);
    },
  ),
  'settings, a requirement that its admin lacks': admin(
    '/dashboard/settings?section=security',
    /Settings|সেটিংস/,
    async (page) => {
      await page.getByText(/^Admins need two-factor authentication|^অ্যাডমিনদের টু-ফ্যাক্টর/).click();
      await page.getByRole('alert').waitFor();
    },
  ),
};

/** The panel's admin may have confirmed a moment ago, so the refusal is not the server's. */
function asked(confirmBy: 'password' | 'code'): Screen {
  return admin(
    ({ userId }) => `/dashboard/users/${userId}?open=giveBalance`,
    QUESTION,
    async (page) => {
      const data = { domainCode: 'reauthentication_required', details: { confirmBy } };
      const refusal = { error: { code: -32_003, message: 'Please confirm that it is you.', data } };
      await page.route('**/trpc/admin.users.giveBalance*', (route) => route.fulfill({ json: [refusal] }));
      await page.getByRole('dialog').getByRole('textbox').first().fill('150');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('dialog', { name: QUESTION }).waitFor();
    },
  );
}

/** Opens the page of a user as if they had turned theirs on. */
async function withSecondFactor(page: Page): Promise<void> {
  await page.route('**/trpc/*admin.users.get*', async (route) => {
    const response = await route.fetch();
    const answers = (await response.json()) as { result?: { data: object } }[];
    for (const { result } of answers)
      if (result && 'counts' in result.data) Object.assign(result.data, { twoFactor: true });
    await route.fulfill({ response, json: answers });
  });
  await page.reload();
  await page.getByText(/^(Two-factor authentication|টু-ফ্যাক্টর অথেনটিকেশন)$/).waitFor();
}
