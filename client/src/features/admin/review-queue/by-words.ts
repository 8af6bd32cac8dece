import type { Reviewer } from '#shared/reviewers.ts';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';

/** Who made a decision: an admin by user name, or an automatic reviewer. Both are null for a row without a decision. */
export interface Decided {
  decidedBy: string | null;
  decider: Reviewer | null;
}

/** The name of an automatic reviewer: "the supplier". */
export function reviewerWord(decider: Reviewer): string {
  const { deciderSupplier, deciderEvidence } = queueTexts.get();
  return { supplier: deciderSupplier, evidence: deciderEvidence }[decider];
}

/** Who decided: the user name, or "the supplier"; null without a decision. */
export function whoDecided({ decidedBy, decider }: Decided): string | null {
  return decidedBy ?? (decider && reviewerWord(decider));
}

/** Who decided and why: "by admin: No payment arrived", "by the supplier"; null without a decision. */
export function byWords({ decidedBy: admin, decider: made }: Decided, reason: string | null): string | null {
  const t = queueTexts.get();
  if (admin) return reason ? t.byAdminWhy({ admin, reason }) : t.byAdmin({ admin });
  if (!made) return null;
  const decider = reviewerWord(made);
  return reason ? t.byDeciderWhy({ decider, reason }) : t.byDecider({ decider });
}
