import type { QueryKey } from '@tanstack/react-query';
import { type Language, languages } from '#shared/languages.ts';
import { queryClient } from '../lib/trpc.ts';
import { oneOf } from '../lib/url-state.ts';

/** The id of the element that holds a {@link RenderedPage} as JSON. */
const PAGE_DATA_ID = 'page-data';

/** The data and state that a page's HTML was rendered with; its code must start with the same. */
export interface RenderedPage {
  language: Language;
  reads: readonly Read[];
  /** Set if the server's data has changed and there is no HTML for it yet. */
  isOutdated?: true | undefined;
}

/** A query result of a page, with its cache key. */
export interface Read {
  queryKey: QueryKey;
  data: unknown;
}

/** @returns undefined if the page came without data; a page without HTML has the shop's settings alone */
export function readRenderedPage(): RenderedPage | undefined {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  if (!text) return undefined;
  const { language, reads, isOutdated } = JSON.parse(text) as RenderedPage;
  return { language: oneOf(language, languages) ?? languages[0], reads, isOutdated };
}

/** Puts the data of a page's HTML into the query cache, so that its code renders the same and requests nothing. */
export function putInReads(reads: readonly Read[]): void {
  for (const { queryKey, data } of reads) queryClient.setQueryData(queryKey, data);
}

/** Marks that data as stale: it is refetched now or when it is used next. */
export function readAgain(reads: readonly Read[]): void {
  for (const { queryKey } of reads) void queryClient.invalidateQueries({ queryKey, exact: true });
}
