/** The fields of a service that may follow its first source. */
export const supplierFields = ['name', 'description', 'min', 'max', 'refill', 'cancel'] as const;
export type SupplierField = (typeof supplierFields)[number];

/** Why the panel paused a service: its price is below the cost and the least margin, the cost has risen too much, or no source sells it. */
export const servicePauses = ['below_cost', 'dearer', 'gone'] as const;
