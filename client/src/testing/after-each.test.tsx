import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

test.fails('what React complains of fails a test', () => {
  render(<input value="nobody can change it" />);
});

test.fails('what the app prints as an error fails a test', () => {
  console.error('this went wrong');
});

test('a test that expects an error takes it', () => {
  const taken = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  console.error('this was to be');
  expect(taken).toHaveBeenCalledExactlyOnceWith('this was to be');
  taken.mockRestore();
});
