import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { withShopName } from '#shared/localized.ts';
import { initialAboutText, initialRefundText, initialTermsText } from '#shared/shop-texts.ts';
import { termsPath } from '../../lib/paths.ts';
import { queryClient } from '../../lib/trpc.ts';
import { stubBrowser } from '../../testing/browser-stubs.ts';
import { stubServer } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import AboutPage from './about-page.tsx';

const pageTexts = {
  aboutText: withShopName(initialAboutText.en, 'My Shop'),
  termsText: initialTermsText.en,
  refundText: initialRefundText.en,
};

beforeEach(() => {
  stubBrowser(() => true);
  queryClient.clear();
  stubServer((name) =>
    name === 'settings.pageTexts'
      ? pageTexts
      : { chatUrl: null, supportEmail: 'help@shop.example', videoUrls: [], passwordMinLength: 6 },
  );
});

test('it has all its sections, every term once, and the contact links', async () => {
  renderScreen(<AboutPage />, '/about');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('About Us');
  await screen.findByRole('heading', { name: 'Conclusion' });
  const article = within(screen.getByRole('article'));
  expect(article.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'Affordable Pricing',
    'User-Friendly Interface',
    'Fast Delivery',
    'Excellent Customer Support',
    'Conclusion',
    'Terms of Service',
    'Refund Policy',
  ]);
  expect(article.getAllByRole('listitem').map((term) => term.textContent)).toEqual([
    'Balance can only be spent on platform services.',
    'There are no guaranteed delivery times.',
    'Rates may change without notice.',
    'Fraud leads to account termination.',
    'A chargeback or dispute leads to account termination.',
    'Deposits are non-refundable and cannot be reversed.',
    'Orders are not refunded or cancelled once placed, unless they are non-deliverable.',
    'Orders on private or misplaced accounts get no refund.',
  ]);
  expect(screen.getByText(/by email, live chat or ticket/)).toBeTruthy();
  await screen.findByRole('link', { name: 'help@shop.example' });
});

test('a link to the terms scrolls to them, even if the page loads after the click', async () => {
  const shown: string[] = [];
  // jsdom has no layout, so nothing scrolls.
  Object.assign(Element.prototype, {
    scrollIntoView(this: Element) {
      shown.push(this.querySelector('h2')?.textContent ?? '');
    },
  });
  renderScreen(<AboutPage />, termsPath);
  await screen.findByRole('heading', { name: 'Terms of Service' });
  expect(shown).toEqual(['Terms of Service']);
});
