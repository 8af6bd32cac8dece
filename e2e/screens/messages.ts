import { dialogIsOpen } from './opening.ts';
import { admin, type Screen } from './screen.ts';

/** Providers' messages, the phones that forward them, and their wordings. */
export const messageScreens: Record<string, Screen> = {
  'messages, none': admin('/dashboard/messages', /^Messages$/),
  'crediting by messages': admin('/dashboard/messages?tab=automatic', /^Messages$/, (page) =>
    page.getByRole('link', { name: 'Limits and other rules' }).waitFor(),
  ),
  'crediting by messages, switched on': admin(
    '/dashboard/messages?tab=automatic',
    /^Credit .* by messages\?$/,
    async (page) => {
      await page.locator('main').getByRole('checkbox').first().check({ force: true });
      await dialogIsOpen(page);
    },
  ),
  'phones, none': admin('/dashboard/messages?tab=devices', /^Messages$/),
  'add a phone': admin('/dashboard/messages?tab=devices', /^Add a phone$/, async (page) => {
    await page.getByRole('button', { name: 'Add a phone' }).click();
    await dialogIsOpen(page);
  }),
  wordings: admin('/dashboard/messages?tab=wordings', /^Messages$/),
  'add a wording': admin('/dashboard/messages?tab=wordings', /^Add a wording$/, async (page) => {
    await page.getByRole('button', { name: 'Add a wording' }).click();
    await dialogIsOpen(page);
  }),
};
