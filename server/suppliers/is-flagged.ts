import { type SQL, sql } from 'drizzle-orm';
import { forwards } from '#db/schema/forwards.ts';
import { type FlagGroup, flagsOf } from '#shared/forward-states.ts';

/** Whether a purchase has a flag of the group, and no state that needs a person anyway. By the index `forwards_flag_idx`. */
export function isFlagged(group: FlagGroup): SQL {
  const flags = sql.raw(
    flagsOf(group)
      .map((flag) => `'${flag}'`)
      .join(', '),
  );
  return sql`(${forwards.flag} in (${flags}) and ${forwards.state} not in ('unknown', 'refused'))`;
}
