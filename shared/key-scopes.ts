/** The areas of the admin router, as keys name them. A test compares them with the router. */
export const adminAreas = [
  'stats',
  'desk',
  'money',
  'comparison',
  'services',
  'categories',
  'orders',
  'requests',
  'recharges',
  'devices',
  'evidence',
  'users',
  'settings',
  'paymentMethods',
  'tickets',
  'savedReplies',
  'notices',
  'images',
  'audit',
  'jobs',
  'outgoing',
  'backups',
  'missing',
  'setAside',
  'suppliers',
  'forwards',
  'reports',
  'alarms',
] as const;
export type AdminArea = (typeof adminAreas)[number];

/** The scopes that a customer may give to a key. */
export const customerScopes = ['read', 'order', 'recharge', 'webhooks'] as const;
export type CustomerScope = (typeof customerScopes)[number];

/** The scopes that only an admin may give to a key: reading or changing one area of the admin router. */
export type AdminScope = `admin.${AdminArea}:${'read' | 'write'}`;
export const adminScopes: AdminScope[] = adminAreas.flatMap((area): AdminScope[] => [
  `admin.${area}:read`,
  `admin.${area}:write`,
]);

/** What a key may do. */
export type KeyScope = CustomerScope | AdminScope;
