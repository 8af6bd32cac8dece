import { expect, test } from 'vitest';
import { formatRate } from './format-rate.ts';

test('a rate has its paisa only where there are some', () => {
  expect(formatRate(12_600)).toBe('৳126');
  expect(formatRate(12_605)).toBe('৳126.05');
});
