import { expect, test } from 'vitest';
import { telLink } from './tel-link.ts';

test('a USSD code keeps its closing # on the way to the dialler', () => {
  expect(telLink('*247#')).toBe('tel:*247%23');
});
