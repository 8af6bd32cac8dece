import { settings } from '#db/schema/settings.ts';
import { missing } from '#db/settings.ts';
import { cachedRead } from './cached-read.ts';

/** A change that no event announced holds after this time. */
const FRESH_FOR_MS = 2_000;

/** The settings that orders and calls of the API v2 depend on. They cost those no statement. */
export const apiSettings = cachedRead(
  async (db) => {
    const [row] = await db
      .select({
        apiV2Get: settings.apiV2Get,
        oneOpenOrderPerLink: settings.oneOpenOrderPerLink,
        linkFit: settings.linkFit,
      })
      .from(settings);
    return row ?? missing();
  },
  { freshForMs: FRESH_FOR_MS, servesOld: true },
);
