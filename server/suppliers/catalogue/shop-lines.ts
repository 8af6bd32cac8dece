import { sql } from 'drizzle-orm';
import { MAX_COMMENTS } from '#shared/comments.ts';
import { isPackage, ruleOf, serviceTypes } from '#shared/service-types.ts';
import { MAX_NAME_LENGTH, MAX_QUANTITY } from '#shared/services.ts';

const terms = serviceTypes.map((type) => {
  const { per, quantity } = ruleOf(type);
  return `('${type}', ${per}, ${quantity === 'comments' ? MAX_COMMENTS : MAX_QUANTITY}, ${isPackage(type)})`;
});

/** Whether the shop can sell a quantity within the supplier's limits. */
const hasQuantity = sql`(l.max >= greatest(l.min, 1) and l.min <= t.most_min)`;

/**
 * The lines of all suppliers' lists in the terms of the shop, as a subquery: the columns of `supplier_services` with `per`, and
 * `fit_name`, `fit_description`, `fit_min` and `fit_max`, which a service of the type can have: always within the supplier's limits. The
 * limits are null where no quantity is; all are of a type that the panel doesn't sell.
 */
export const shopLines = sql`(
  select l.*, t.per, t.is_package, left(l.name, ${sql.raw(String(MAX_NAME_LENGTH))}) as fit_name, coalesce(nullif(l.description, ''), l.name) as fit_description,
    case when t.is_package then 1 when ${hasQuantity} then greatest(l.min, 1)::int end as fit_min,
    case when t.is_package then 1 when ${hasQuantity} then least(l.max, ${sql.raw(String(MAX_QUANTITY))})::int end as fit_max
  from supplier_services l
  left join (values ${sql.raw(terms.join(', '))}) as t (type, per, most_min, is_package) on t.type = l.type
)`;

/** The row of rules, as a subquery: the planner knows that it is only one. */
export const theRules = sql`(select * from supplier_rules limit 1)`;
