import { type SQL, sql } from 'drizzle-orm';
import { containing } from '#server/base/lists/search-text.ts';
import type { ProposalChange, ProposalFilter } from '#shared/supplier-catalogue.ts';
import {
  costWait,
  followingServices,
  hasOtherFields,
  hasOtherLimits,
  priceByRule,
} from '../../../suppliers/catalogue/follow-sources.ts';
import { shopLines, theRules } from '../../../suppliers/catalogue/shop-lines.ts';

/** Everything between words: punctuation, spaces, symbols and emoji, in any locale of the database. */
const SEPARATORS =
  '[\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00bf\\u00d7\\u00f7\\u2000-\\u2bff\\u3000-\\u303f\\ufe00-\\ufe0f\\U0001f000-\\U0001faff]+';

/** A text in lower case with one space around each word. Letters in a decorated form are read as the plain ones. */
const words = (text: SQL) =>
  sql`(' ' || regexp_replace(lower(normalize(${text}, nfkc)), ${SEPARATORS}, ' ', 'g') || ' ')`;

/** The category of the word that comes first in a text; of two at one place, of the longer one. */
const firstIn = (text: SQL) => sql`(
  select w.category from words w where strpos(${text}, w.word) > 0
  order by strpos(${text}, w.word), length(w.word) desc, w.category limit 1)`;

/** A type changes only for a service that has one source and a price by the rule. */
const mayChangeType = sql`(l.type is not null and s.position = 1 and v.priced_by_rule
  and not exists (select from service_sources other where other.service_id = v.id and other.position > 1))`;

const changeInSql: Record<Exclude<ProposalChange, 'paused' | 'unreadable'>, SQL> = {
  new: sql`is_new and type is not null`,
  gone: sql`is_gone`,
  dearer: sql`is_dearer`,
  cheaper: sql`is_cheaper`,
  limits: sql`other_limits`,
  fields: sql`other_fields`,
  type: sql`other_type`,
  not_sold: sql`is_new and type is null`,
};
const hasChange = sql`(${sql.join(Object.values(changeInSql), sql` or `)})`;
const changesInSql = sql.join(
  Object.entries(changeInSql).map(([change, is]) => sql`case when ${is} then '${sql.raw(change)}' end`),
  sql`, `,
);

/** Of the services that are bought of a line, the one that is displayed: what the panel has paused there can be shown again one by one. */
const pausedFirst = sql`coalesce(s.paused_reason, 'person') = 'person', s.position, v.id`;

/** A rate of 0, or a fall by more than half, asks line by line. */
const isDoubted = sql`(coalesce(is_doubted, false) or (is_new and cost_exact = 0))`;

/** Why a line is not accepted. */
const leftOut = sql`case
  when service_id is not null then case when ${hasChange} is not true then 'unchanged' when other_type and keeps_type then 'type_changed'
    when ${isDoubted} then 'doubted' end
  when not is_listed then 'not_listed'
  when type is null then 'not_sold'
  when fit_min is null then 'no_quantity'
  when price_by_rule is null then case when cost_exact = 0 then 'price_zero' else 'price_too_large' end
  when ${isDoubted} then 'doubted' end`;

/**
 * The common table expressions of a comparison: a supplier's last list and the services of the shop that are bought there. `lines` has a
 * row for each line, with its `changes`, and with `left_out` if an acceptance of all leaves it out; a line without any change is as accepted.
 * @param marginBasisPoints for the prices by rule; without it the rule of each service, the supplier or the shop
 */
export function proposalLines(supplierId: number, marginBasisPoints?: number): SQL {
  const margin = marginBasisPoints === undefined ? sql`u.own_margin` : sql`${marginBasisPoints}::int`;
  return sql`
    words as materialized (select ${words(sql`word`)} as word, category from category_words),
    following as materialized (select * from ${followingServices(sql`s.supplier_id = ${supplierId}`)} f),
    uses as materialized (
      select s.external_id, count(*)::int as services, (array_agg(v.id order by ${pausedFirst}))[1] as service_id,
        (array_agg(v.margin_basis_points order by ${pausedFirst}))[1] as own_margin,
        bool_or(l.gone_at is not null and s.paused_reason = 'gone') as is_gone,
        bool_or(${costWait} in ('risen', 'dearer')) as is_dearer,
        bool_or(${costWait} in ('cheaper', 'doubted')) as is_cheaper,
        bool_or(${costWait} = 'doubted') as is_doubted,
        (array_agg(s.paused_reason order by ${pausedFirst}) filter (where s.paused_reason <> 'person'))[1] as paused_reason,
        (array_agg(s.paused_text order by ${pausedFirst}) filter (where s.paused_reason <> 'person'))[1] as paused_text,
        bool_or(l.gone_at is null and v.type = f.next_type and ${hasOtherLimits}) as other_limits,
        bool_or(l.gone_at is null and v.type = f.next_type and ${hasOtherFields}) as other_fields,
        bool_or(l.gone_at is null and l.type is distinct from v.type) as other_type,
        bool_or(l.type is distinct from v.type and not ${mayChangeType}) as keeps_type
      from service_sources s
      join services v on v.id = s.service_id and v.deleted_at is null
      join supplier_services l on l.supplier_id = s.supplier_id and l.external_id = s.external_id
      left join following f on f.id = v.id and s.position = 1
      cross join ${theRules} r
      where s.supplier_id = ${supplierId}
      group by s.external_id
    ),
    compared as materialized (
      select l.*, u.services, u.service_id, u.is_gone, u.is_dearer, u.is_cheaper, u.is_doubted, u.paused_reason, u.paused_text, u.other_limits, u.other_fields, u.other_type,
        u.keeps_type, ${priceByRule(margin)} as price_by_rule, p.rate_picos,
        l.missing_lists = 0 as is_listed,
        l.missing_lists = 0 and not exists (
          select from service_sources s where s.supplier_id = l.supplier_id and s.external_id = l.external_id
        ) as is_new
      from ${shopLines} l
      join suppliers p on p.id = l.supplier_id
      cross join ${theRules} r
      left join uses u on u.external_id = l.external_id
      where l.supplier_id = ${supplierId}
    ),
    named as materialized (
      select external_id, ${words(sql`category`)} as in_category, ${words(sql`name`)} as in_name
      from compared where service_id is null and is_listed and type is not null
    ),
    categorized as materialized (
      select compared.*,
        coalesce(${firstIn(sql`named.in_category`)}, ${firstIn(sql`named.in_name`)}) as category_by_words
      from compared left join named using (external_id)
    ),
    lines as materialized (
      select *, array_remove(array[${changesInSql}], null) as changes, ${leftOut} as left_out, ${isDoubted} as asks_alone from categorized
    )`;
}

/** The lines of a filter; those without a change never match. */
export function matchesFilter({ change, search }: ProposalFilter = {}): SQL {
  const pattern = search && containing(search);
  const found = pattern
    ? sql`(lines.name ilike ${pattern} or lines.category ilike ${pattern} or lines.external_id ilike ${pattern})`
    : sql`true`;
  if (change === 'paused') return sql`(lines.paused_reason is not null and ${found})`;
  return sql`(${change === undefined ? sql`cardinality(lines.changes) > 0` : sql`${change} = any(lines.changes)`} and ${found})`;
}
