import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../lib/trpc.ts';
import { putInReads, readAgain, readRenderedPage } from './rendered-page.ts';

const read = { queryKey: [['notices', 'list'], { type: 'query' }], data: ['old'] };

afterEach(() => {
  queryClient.clear();
  document.body.replaceChildren();
});

test('the data of a rendered page is not requested again', async () => {
  const page = open({ language: 'bn', reads: [read] });
  expect(page).toEqual({ language: 'bn', reads: [read] });
  const ask = await show(page?.reads);
  expect(ask).not.toHaveBeenCalled();
});

test('outdated data is requested again after hydration', async () => {
  const page = open({ language: 'en', reads: [read], isOutdated: true });
  expect(page?.isOutdated).toBe(true);
  putInReads(page?.reads ?? []);
  readAgain(page?.reads ?? []);
  const ask = await show();
  expect(ask).toHaveBeenCalledOnce();
  expect(queryClient.getQueryData(read.queryKey)).toEqual(['new']);
});

test('a page without HTML has no rendered data', () => {
  expect(readRenderedPage()).toBeUndefined();
});

function open(data: object) {
  const script = document.createElement('script');
  script.id = 'page-data';
  script.type = 'application/json';
  script.textContent = JSON.stringify(data);
  document.body.append(script);
  return readRenderedPage();
}

/** Requests the data like the page that shows it. @returns the request */
async function show(reads = [] as Parameters<typeof putInReads>[0]) {
  putInReads(reads);
  const ask = vi.fn<() => Promise<string[]>>(() => Promise.resolve(['new']));
  await queryClient.query({ queryKey: read.queryKey, queryFn: ask, staleTime: 300_000 });
  return ask;
}
