import { type AdminArea, type AdminScope, adminAreas } from '#shared/key-scopes.ts';

/** Scopes that no procedure needs. A test compares them with the procedures. */
const withoutUse: ReadonlySet<AdminScope> = new Set<AdminScope>([
  'admin.stats:write',
  'admin.desk:write',
  'admin.money:write',
  'admin.comparison:write',
  'admin.images:read',
  'admin.audit:write',
  'admin.outgoing:write',
  'admin.backups:write',
  'admin.reports:write',
  'admin.alarms:read',
  'admin.alarms:write',
  'admin.devices:read',
  'admin.devices:write',
  'admin.evidence:write',
]);

/** The scopes that an admin can choose in each area: reading it, changing it, or both. */
export const areaChoices: readonly { area: AdminArea; read?: AdminScope; write?: AdminScope }[] = adminAreas.flatMap(
  (area) => {
    const [read, write] = [`admin.${area}:read`, `admin.${area}:write`] as const;
    const choices = { ...(!withoutUse.has(read) && { read }), ...(!withoutUse.has(write) && { write }) };
    // Keys can't be used in an area without any.
    return Object.keys(choices).length > 0 ? [{ area, ...choices }] : [];
  },
);
