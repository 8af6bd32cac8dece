import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aService } from '../../testing/orders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { startSignedIn } from '../../testing/signed-in-browser.ts';
import { OrderStart } from './order-start.tsx';

test('a package has its price after an empty quantity of another service', async () => {
  const items = [aService(), { ...aService({ id: 8, type: 'package' }), name: 'Launch Kit' }];
  startSignedIn((name) => (name === 'services.list' ? { items, nextCursor: null } : null));
  renderScreen(<OrderStart />);
  await screen.findByRole('option', { name: '#8 Launch Kit' });
  await userEvent.clear(screen.getByLabelText(/Quantity/));
  await userEvent.selectOptions(screen.getByLabelText('Service'), '8');
  expect(screen.queryByText('$…')).toBeNull();
});
