import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { parseId } from '#shared/parse-id.ts';

/**
 * One search parameter as state, so that a reload, a link and the back button keep it. An empty text removes it.
 * @param options.replace whether a change replaces the history entry (typing) instead of adding one (choosing)
 */
export function useUrlParam(name: string, options: { replace?: boolean } = {}): [string, (value: string) => void] {
  const [params, setParams] = useSearchParams();
  const { replace = false } = options;
  const set = useCallback(
    (value: string) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (value) next.set(name, value);
          else next.delete(name);
          return next;
        },
        { replace, preventScrollReset: true },
      ),
    [name, replace, setParams],
  );
  return [params.get(name) ?? '', set];
}

/** The longest search that the server accepts. */
export const LONGEST_SEARCH = 100;

/**
 * The search text from the URL. A URL may be edited or cut, so the text is normalized to what the server accepts, and the search
 * box shows the same.
 */
export function useSearchText(name = 'q'): [string, (text: string) => void] {
  const [typed, set] = useUrlParam(name, { replace: true });
  return [searchable(typed), set];
}

/** Removes what can't be searched for: spaces at both ends, excess length, half a surrogate pair at the cut, and NUL. */
export function searchable(typed: string): string {
  return typed
    .replaceAll('\0', '')
    .trim()
    .slice(0, LONGEST_SEARCH)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd();
}

/** Sets several search parameters in one history entry; empty texts remove them. */
export function useSetUrlParams(): (values: Record<string, string>) => void {
  const [, setParams] = useSearchParams();
  return useCallback(
    (values) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(values)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { preventScrollReset: true },
      ),
    [setParams],
  );
}

/** The parameter's value if it is one of `allowed`, else undefined: an edited URL never breaks a page. */
export function oneOf<Value extends string>(value: string, allowed: readonly Value[]): Value | undefined {
  return allowed.find((candidate) => candidate === value);
}

/** The search parameters of the URL, each as a value that the server accepts. */
export interface UrlParams {
  /** Empty if there is none. */
  text: (name: string) => string;
  oneOf: <Value extends string>(name: string, allowed: readonly Value[]) => Value | undefined;
  id: (name: string) => number | undefined;
  /** The text of the search box. */
  search: string | undefined;
}

/** Reads several search parameters, for the filters of a list. */
export function useUrlParams(): UrlParams {
  const [params] = useSearchParams();
  const text = (name: string) => params.get(name) ?? '';
  return {
    text,
    oneOf: (name, allowed) => oneOf(text(name), allowed),
    id: (name) => parseId(text(name)) ?? undefined,
    search: searchable(text('q')) || undefined,
  };
}
