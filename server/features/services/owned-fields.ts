import { type SQL, sql } from 'drizzle-orm';
import { services } from '#db/schema/services.ts';
import { type SupplierField, supplierFields } from '#shared/supplier-fields.ts';

/** The column of each field that may follow the supplier. */
const columnOf = {
  name: 'name',
  description: 'description',
  min: 'min',
  max: 'max',
  refill: 'refill_days',
  cancel: 'cancel',
} as const satisfies Record<SupplierField, string>;

/**
 * The assignments of an update by hand, in SQL: a field that it changes is the shop's own from then on, and so is the price.
 * @param before the alias of the service
 * @param after the alias of a row with the new values in columns of the same names
 */
export function ownedAfter(before: string, after: string): SQL {
  const same = supplierFields.map((field) => {
    const column = columnOf[field];
    return `(field = '${field}' and ${before}.${column} is not distinct from ${after}.${column})`;
  });
  return sql.raw(`
    fields_of_supplier = array(select field from unnest(${before}.fields_of_supplier) field where ${same.join(' or ')}),
    priced_by_rule = ${before}.priced_by_rule and ${before}.price_micros = ${after}.price_micros`);
}

type FieldValues = Pick<typeof services.$inferSelect, 'name' | 'description' | 'min' | 'max' | 'refillDays' | 'cancel'>;
const keyOf = {
  name: 'name',
  description: 'description',
  min: 'min',
  max: 'max',
  refill: 'refillDays',
  cancel: 'cancel',
} as const satisfies Record<SupplierField, keyof FieldValues>;

/** The fields that a change by hand makes the shop's own. */
export function editedFields(before: FieldValues, after: Partial<FieldValues>): SupplierField[] {
  return supplierFields.filter((field) => {
    const value = after[keyOf[field]];
    return value !== undefined && value !== before[keyOf[field]];
  });
}

/** The fields that an update by hand sets. */
export function supplierFieldsIn(values: Partial<FieldValues>): SupplierField[] {
  return supplierFields.filter((field) => values[keyOf[field]] !== undefined);
}

/** The fields that still follow the supplier after an update by hand has set some. */
export function withoutFields(fields: SupplierField[]): SQL {
  return sql`array(select field from unnest(${services.fieldsOfSupplier}) field where field <> all(${sql.param(fields)}::text[]))`;
}
