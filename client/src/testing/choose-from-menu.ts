import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';

/** Chooses from a menu that has just been opened; it ignores keys until it has the focus. */
export async function chooseFromMenu(
  name: string | RegExp,
  role: 'menuitem' | 'menuitemcheckbox' = 'menuitem',
): Promise<void> {
  const item = await screen.findByRole(role, { name });
  await waitFor(() => expect(item.closest('[role=menu]')?.contains(document.activeElement)).toBe(true));
  await userEvent.click(item);
}
