import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';

/** Who decided and why: "by admin: No payment arrived". */
export function byWords(admin: string, reason: string | null): string {
  const t = queueTexts.get();
  return reason ? t.byAdminWhy({ admin, reason }) : t.byAdmin({ admin });
}
