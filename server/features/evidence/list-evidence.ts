import { and, desc, eq, ilike, isNotNull, lt, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { evidence, paymentDevices } from '#db/schema/evidence.ts';
import { recharges } from '#db/schema/recharges.ts';
import {
  type EvidenceListInput,
  type EvidencePage,
  type EvidenceState,
  reasonInWords,
  UNCLAIMED_DAYS,
} from '#shared/evidence.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { idFromCursor, pageFrom } from '../../base/lists/keyset.ts';
import { containing } from '../../base/lists/search-text.ts';

/** Lists the messages of providers that were read, newest first; `search` finds parts of their texts. Admins only. */
export async function listEvidence(
  db: Db,
  actor: Actor,
  { state, late, search, cursor, limit }: EvidenceListInput,
): Promise<EvidencePage> {
  assertAdmin(actor);
  const beforeId = idFromCursor(cursor);
  const rows = await db
    .select({
      id: evidence.id,
      device: { id: paymentDevices.id, name: paymentDevices.name },
      sender: evidence.sender,
      text: evidence.text,
      state: evidence.state,
      reason: evidence.reason,
      reasonValues: evidence.reasonValues,
      isLinked: sql<boolean>`${evidence.linkedAt} is not null`,
      rechargeId: recharges.id,
      provider: evidence.provider,
      kind: evidence.kind,
      direction: evidence.direction,
      amountPoisha: evidence.amountPoisha,
      feePoisha: evidence.feePoisha,
      balancePoisha: evidence.balancePoisha,
      reference: evidence.reference,
      payer: evidence.payer,
      memo: evidence.memo,
      at: evidence.at,
      storedAt: evidence.storedAt,
    })
    .from(evidence)
    .leftJoin(paymentDevices, eq(paymentDevices.id, evidence.deviceId))
    .leftJoin(recharges, eq(recharges.evidenceId, evidence.id))
    .where(
      and(
        state ? eq(evidence.state, state) : isNotNull(evidence.state),
        late ? lt(evidence.storedAt, sql`now() - make_interval(days => ${UNCLAIMED_DAYS})`) : undefined,
        search ? ilike(evidence.text, containing(search)) : undefined,
        beforeId === undefined ? undefined : lt(evidence.id, beforeId),
      ),
    )
    .orderBy(desc(evidence.id))
    .limit(limit + 1);
  const items = rows.map(({ reason, reasonValues, ...row }) => ({
    ...row,
    state: row.state as EvidenceState,
    reason: reasonInWords(reason, reasonValues),
  }));
  return pageFrom(items, limit, ({ id }) => id);
}
