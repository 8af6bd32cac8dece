import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { stubBrowser } from '../../testing/browser-stubs.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import DevelopersPage from './developers-page.tsx';
import { documents, linkTarget } from './documents.ts';

beforeEach(() => stubBrowser(() => true));

test('it has the documents with their tables and examples, and links to each section', () => {
  renderScreen(<DevelopersPage />, '/developers');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Developers');
  const table = within(screen.getByRole('region', { name: 'Procedures' }));
  const row = table.getByText('orders.place').closest('tr');
  expect(row?.textContent).toContain('order');
  expect(row?.textContent).toContain('requestId?: UUID');
  for (const [name, text] of [
    ['The package (TypeScript)', 'createPanel({ url: PANEL_URL, key: PANEL_KEY })'],
    ['curl (shell)', 'curl -sS "$PANEL_URL/trpc/balance.get"'],
    ['Python (Python)', 'def call(procedure'],
    ['PHP (PHP)', '<?php'],
  ] as const)
    expect(screen.getByRole('region', { name }).textContent).toContain(text);
  const links = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link');
  expect(links.length).toBeGreaterThan(5);
  for (const link of links) {
    const section = document.getElementById(link.getAttribute('href')?.slice(1) ?? '');
    expect(section?.textContent).toBe(link.textContent);
  }
  const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '');
  expect(targets).toContain('#scripts-webhooks');
  for (const href of targets.filter((each) => each.startsWith('#')))
    expect(document.getElementById(href.slice(1)), href).not.toBeNull();
});

test('a link between the documents leads to a place on the page, and never to a file', () => {
  expect(linkTarget('scripts.md')).toBe('#scripts');
  expect(linkTarget('scripts.md#rest')).toBe('#scripts-rest');
  expect(linkTarget('api.md')).toBe('/api/docs');
  expect(linkTarget('https://www.standardwebhooks.com')).toBe('https://www.standardwebhooks.com');
  expect(linkTarget('architecture.md#keys')).toBeUndefined();
  expect(documents.map(({ id }) => id)).toContain('scripts');
});
