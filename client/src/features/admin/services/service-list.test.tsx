import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { asAdmin } from '../../../testing/as-admin.ts';
import { aCategory, someCategories } from '../../../testing/categories.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { aService } from '../../../testing/services.ts';
import ManageServicesPage from './manage-services-page.tsx';

const followers = aCategory({ id: 11, slug: 'instagram-followers', parentId: 3, name: 'Followers', nameBn: null });

let asked: Record<string, unknown>[];
beforeEach(() => {
  asked = [];
});

asAdmin(
  (name, input) => {
    if (name === 'admin.categories.list') return { items: [...someCategories.slice(0, 3), followers] };
    if (name === 'admin.services.list') asked.push(input);
    const service = aService({ category: 'instagram-followers', top: 'instagram', categoryHidden: true });
    return { items: [service], nextCursor: null, total: 1 };
  },
  { ownCategories: true },
);

test('a service of a hidden category says why it is hidden, and has the name of its category', async () => {
  renderScreen(<ManageServicesPage />);
  expect(await screen.findByTitle('Its category is hidden')).toBeDefined();
  expect((await screen.findByTitle('Instagram › Followers')).textContent).toBe('Followers');
  expect(screen.queryByText('Promises a refill it does not have')).toBeNull();
});

test("the list is filtered by the shop's tops and kinds, and by a refill that is missing", async () => {
  renderScreen(<ManageServicesPage />, '/dashboard/manageServices?category=unknown');
  const filter = await screen.findByLabelText('Filter by category');
  await within(filter).findByRole('option', { name: 'Instagram › Followers' });
  await waitFor(() => expect(asked.at(-1)).not.toHaveProperty('category'));
  await userEvent.selectOptions(filter, 'Instagram › Followers');
  await userEvent.selectOptions(screen.getByLabelText('Which services'), 'Promised refill missing');
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({ category: 'instagram-followers', shelf: 'promises_refill' }),
  );
});
