import { type SQL, sql } from 'drizzle-orm';
import { evidence } from '#db/schema/evidence.ts';
import { recharges } from '#db/schema/recharges.ts';
import { users } from '#db/schema/users.ts';

/**
 * Whether the customer named the payer of a message. The last four characters are compared, as far as they are visible; who has told
 * nothing agrees.
 */
export const agreesInPayer: SQL<boolean> = sql`coalesce(case ${recharges.payer} when 'agent' then false
  when 'own' then right(regexp_replace(${users.phone}, '\\D', '', 'g'), 4) like ${visibleEnd()}
  else ${recharges.payer} like ${visibleEnd()} end, true)`;

function visibleEnd(): SQL {
  return sql`translate(right(${evidence.payer}, 4), 'Xx*', '___')`;
}

export const agreesInAmount: SQL<boolean> = sql`${evidence.amountPoisha} = ${recharges.paidTaka} * 100`;

/** Whether the message's balance follows from the one before, or a person says that it is right. */
export const isProved: SQL<boolean> = sql`${evidence.linkedAt} is not null`;
