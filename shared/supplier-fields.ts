/** The fields of a service that may follow its first source. */
export const supplierFields = ['name', 'description', 'min', 'max', 'refill', 'cancel'] as const;
export type SupplierField = (typeof supplierFields)[number];

/** Why the panel paused a service: its price is below the cost and the least margin, or no source sells it. */
export const servicePauses = ['below_cost', 'gone'] as const;
