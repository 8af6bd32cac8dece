import type { Decider } from '#shared/deciders.ts';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';

/** Who made a decision: an admin by user name, or a decider without a person. Both are null for a row without a decision. */
export interface Decided {
  decidedBy: string | null;
  decider: Decider | null;
}

/** The name of a decider without a person: "the supplier". */
export function deciderWord(decider: Decider): string {
  const { deciderSupplier, deciderEvidence } = queueTexts.get();
  return { supplier: deciderSupplier, evidence: deciderEvidence }[decider];
}

/** Who decided: the user name, or "the supplier"; null without a decision. */
export function whoDecided({ decidedBy, decider }: Decided): string | null {
  return decidedBy ?? (decider && deciderWord(decider));
}

/** Who decided and why: "by admin: No payment arrived", "by the supplier"; null without a decision. */
export function byWords({ decidedBy: admin, decider: made }: Decided, reason: string | null): string | null {
  const t = queueTexts.get();
  if (admin) return reason ? t.byAdminWhy({ admin, reason }) : t.byAdmin({ admin });
  if (!made) return null;
  const decider = deciderWord(made);
  return reason ? t.byDeciderWhy({ decider, reason }) : t.byDecider({ decider });
}
