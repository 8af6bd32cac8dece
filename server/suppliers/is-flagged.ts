import { type SQL, sql } from 'drizzle-orm';
import { forwards } from '#db/schema/forwards.ts';
import { type FlagGroup, flagsOf } from '#shared/forward-states.ts';

/**
 * Whether a purchase has a flag of the group, and no state that needs a person anyway; of `words` also an unknown one, answered in words
 * without a meaning. By the indexes `forwards_flag_idx` and `forwards_words_idx`.
 */
export function isFlagged(group: FlagGroup): SQL {
  const flags = sql.raw(
    flagsOf(group)
      .map((flag) => `'${flag}'`)
      .join(', '),
  );
  const flagged = sql`${forwards.flag} in (${flags}) and ${forwards.state} not in ('unknown', 'refused')`;
  if (group !== 'words') return sql`(${flagged})`;
  const isAnswered = sql`${forwards.state} = 'unknown' and ${forwards.answerWords} is not null`;
  return sql`(${flagged} or ${isAnswered} and ${forwards.unknownWords} is not null)`;
}
