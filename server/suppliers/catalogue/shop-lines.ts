import { sql } from 'drizzle-orm';
import { MAX_COMMENTS } from '#shared/comments.ts';
import { isPackage, ruleOf, serviceTypes } from '#shared/service-types.ts';
import { MAX_NAME_LENGTH, MAX_QUANTITY } from '#shared/services.ts';

const terms = serviceTypes.map((type) => {
  const { per, leastMin, leastMax, quantity } = ruleOf(type);
  const mostMin = quantity === 'comments' ? MAX_COMMENTS : MAX_QUANTITY;
  return `('${type}', ${per}, ${leastMin}, ${leastMax}, ${mostMin}, ${isPackage(type)})`;
});

/**
 * The lines of all suppliers' lists in the terms of the shop, as a subquery: the columns of `supplier_services` with `per`, and
 * `fit_name`, `fit_description`, `fit_min` and `fit_max`, which a service of the type can have. Those of a type that the panel doesn't sell are null.
 */
export const shopLines = sql`(
  select l.*, t.per, t.is_package, left(l.name, ${sql.raw(String(MAX_NAME_LENGTH))}) as fit_name, coalesce(nullif(l.description, ''), l.name) as fit_description,
    case when t.is_package then 1 else least(greatest(l.min, t.least_min), t.most_min)::int end as fit_min,
    case when t.is_package then 1
      else least(greatest(l.max, least(greatest(l.min, t.least_min), t.most_min), t.least_max), ${sql.raw(String(MAX_QUANTITY))})::int
    end as fit_max
  from supplier_services l
  left join (values ${sql.raw(terms.join(', '))}) as t (type, per, least_min, least_max, most_min, is_package) on t.type = l.type
)`;

/** The row of rules, as a subquery: the planner knows that it is only one. */
export const theRules = sql`(select * from supplier_rules limit 1)`;
