declare const $brand: unique symbol;

/** Marks a number or text with its unit, so that amounts of different units can't be mixed. */
export type $brand<Unit extends string> = { [$brand]: { [Name in Unit]: true } };
