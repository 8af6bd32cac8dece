import type { QueryKey } from '@tanstack/react-query';
import { type Language, languages } from '#shared/languages.ts';
import { queryClient } from '../lib/trpc.ts';
import { oneOf } from '../lib/url-state.ts';

/** The id of the element that holds a {@link RenderedPage} as JSON. */
const PAGE_DATA_ID = 'page-data';

/** What a page's HTML was rendered with; the same has to be shown first by its code. */
export interface RenderedPage {
  language: Language;
  reads: readonly Read[];
  /** Set where the server had something else to say by then, but no HTML for it yet. */
  isOutdated?: true | undefined;
}

/** What was read for a page, under the key by which its code asks for it. */
export interface Read {
  queryKey: QueryKey;
  data: unknown;
}

/** @returns undefined where the page's HTML was empty */
export function readRenderedPage(): RenderedPage | undefined {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  if (!text) return undefined;
  const { language, reads, isOutdated } = JSON.parse(text) as RenderedPage;
  return { language: oneOf(language, languages) ?? languages[0], reads, isOutdated };
}

/** Has the page's code find what was read for its HTML, so that it shows the same and asks for nothing again. */
export function putInReads(reads: readonly Read[]): void {
  for (const { queryKey, data } of reads) queryClient.setQueryData(queryKey, data);
}

/** Has what was put in read again, by what shows it now and by what will later. */
export function readAgain(reads: readonly Read[]): void {
  for (const { queryKey } of reads) void queryClient.invalidateQueries({ queryKey, exact: true });
}
