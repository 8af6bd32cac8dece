import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

test.fails('a warning of React fails a test', () => {
  render(<input value="nobody can change it" />);
});

test.fails('an error printed by the app fails a test', () => {
  console.error('this went wrong');
});

test('a test that expects an error removes it', () => {
  const taken = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  console.error('this was to be');
  expect(taken).toHaveBeenCalledExactlyOnceWith('this was to be');
  taken.mockRestore();
});
