import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { OrderLink } from './order-link.tsx';

test('a URL opens in a new tab, says so, and sends no referrer', () => {
  renderScreen(<OrderLink link="https://www.example.com/page" />);
  const link = screen.getByRole('link', { name: 'example.com/page opens in a new tab' });
  expect(link.getAttribute('href')).toBe('https://www.example.com/page');
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
});

test('a full URL is displayed if there is room', () => {
  renderScreen(<OrderLink link="https://www.example.com/page" isWhole />);
  expect(screen.getByText('https://www.example.com/page')).toBeDefined();
});

test.each([
  ['address', `https://example.com/${'a'.repeat(2000)}`],
  ['user name', 'a'.repeat(500)],
])('a very long %s takes four lines, with the full text in its title', (_, link) => {
  renderScreen(<OrderLink link={link} isWhole />);
  expect(getComputedStyle(screen.getByText(link)).getPropertyValue('-webkit-line-clamp')).toBe('4');
  expect(screen.getByTitle(link)).toBeDefined();
});

test.each(['@shop', 'javascript:alert(1)', 'data:text/html,x'])('%s is text', (link) => {
  renderScreen(<OrderLink link={link} />);
  expect(screen.getByText(link)).toBeDefined();
  expect(screen.queryByRole('link')).toBeNull();
});
