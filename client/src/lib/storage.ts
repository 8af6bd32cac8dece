/** Stored on this device, across visits and for all tabs. */
export const deviceStorage = over(() => localStorage);

/** Stored in this tab, across reloads, until it is closed. */
export const tabStorage = over(() => sessionStorage);

/**
 * Reads, writes and removes texts in a browser storage. A blocked or full storage is not an error: what it does not take lasts as long
 * as the page.
 * @param open called for every use, because accessing a blocked storage throws
 */
function over(open: () => Storage) {
  const notStored = new Map<string, string>();
  const read = (key: string): string | null => notStored.get(key) ?? attempt(() => open().getItem(key));
  return {
    /** @returns null if nothing is stored */
    read,

    /** @returns the parsed value, which may be anything; null if nothing is stored or it is not JSON */
    readJson: (key: string): unknown => attempt<unknown>(() => JSON.parse(read(key) ?? 'null')),

    /** @returns whether it outlasts the page */
    keep(key: string, text: string): boolean {
      notStored.delete(key);
      attempt(() => open().setItem(key, text));
      const isStored = read(key) === text;
      if (!isStored) notStored.set(key, text);
      return isStored;
    },

    forget(key: string): void {
      notStored.delete(key);
      attempt(() => open().removeItem(key));
    },
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

/**
 * Stores a setting of this device that the server must know before any code of the panel runs. Never a secret: scripts can read
 * it.
 */
export function keepCookie(name: string, text: string): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${name}=${encodeURIComponent(text)}; path=/; max-age=${ONE_YEAR_SECONDS}; samesite=lax${secure}`;
}
