/** The keys of all advisory locks of a database, in one place, so that no two are the same. Servers of several versions share them. */
export const advisoryLocks = {
  /** Held while servers up to version 1.0 must not migrate: they wait for it inside a statement. */
  olderMigration: 7_250_114,
  migration: 7_250_115,
  leader: 7_250_116,
  firstAdmin: 7_140_002,
  catalogueFile: 7_309_001,
  lookAlikes: 7_309_002,
  /** Servers of the release before hold it for a moment, too. */
  webhookClaims: 7_320_001,
  /** With a supplier's id. */
  supplierCatalogue: 7_330_002,
  /** The first of two keys: the second is the number of a background worker. */
  queue: 7_330_001,
  /** The first of two keys: the second is the hash of a transaction id in upper case. */
  reference: 7_340_001,
} as const;
