import { and, desc, eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { auditEntries } from '#db/schema/audit.ts';
import { users } from '#db/schema/users.ts';
import type { AuditSubject } from '#shared/audit.ts';
import { DomainError } from '../../base/errors.ts';

/**
 * The refusal `settings_changed`, with who changed them last and when. A command on the server names nobody.
 * @param id of the subject, where there are several
 */
export async function changedByAnother(tx: Tx, subject: AuditSubject, id?: number): Promise<DomainError> {
  const [last] = await tx
    .select({ changedBy: users.userName, at: auditEntries.at })
    .from(auditEntries)
    .innerJoin(users, eq(users.id, auditEntries.adminId))
    .where(and(eq(auditEntries.subject, subject), id === undefined ? undefined : eq(auditEntries.subjectId, id)))
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(1);
  return new DomainError('settings_changed', {
    details: { changedBy: last?.changedBy, changedAt: last?.at.toISOString() },
  });
}
