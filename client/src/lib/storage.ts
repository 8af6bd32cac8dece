/** Kept on this device, over visits and for all tabs. */
export const deviceStorage = over(() => localStorage);

/** Kept in this tab, over reloads, until it is closed. */
export const tabStorage = over(() => sessionStorage);

/**
 * Reads, keeps and forgets texts in a storage of the browser. A blocked or full storage is no error: keeping does
 * nothing then and a blocked one reads as empty, so a page holds for itself what it still needs.
 * @param open called at every use, since a blocked storage throws as soon as it is named
 */
function over(open: () => Storage) {
  const read = (key: string): string | null => attempt(() => open().getItem(key));
  return {
    /** @returns null where nothing is kept */
    read,

    /** @returns the parsed value, which anything may have put there; null where nothing is kept or it is no JSON */
    readJson: (key: string): unknown => attempt<unknown>(() => JSON.parse(read(key) ?? 'null')),

    keep: (key: string, text: string): void => void attempt(() => open().setItem(key, text)),

    forget: (key: string): void => void attempt(() => open().removeItem(key)),
  };
}

function attempt<T>(access: () => T): T | null {
  try {
    return access();
  } catch {
    return null;
  }
}

const ONE_YEAR_SECONDS = 31_536_000;

/** Keeps what the server has to know of this device before any code of the panel runs. Never a secret: pages can read it. */
export function keepCookie(name: string, text: string): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${name}=${encodeURIComponent(text)}; path=/; max-age=${ONE_YEAR_SECONDS}; samesite=lax${secure}`;
}
