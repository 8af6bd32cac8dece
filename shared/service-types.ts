/** How many units a price is for. */
export const priceUnits = [1000, 1] as const;
export type Per = (typeof priceUnits)[number];

interface TypeRule {
  /** Its name in the trade's API v2. */
  tradeName: string;
  /** How an order gets its quantity: the customer enters it, it is the number of comments, or it is always one. */
  quantity: 'entered' | 'comments' | 'one';
  /** An order needs comments, one a line. */
  takesComments: boolean;
  /** How many units the service's price is for. */
  per: Per;
  /** The least values of the service's `min` and `max`. */
  leastMin: number;
  leastMax: number;
}

/** The types of services. A type is its entry here: the fields of its orders, the rule of their quantity and the unit of its price. */
export const typeRules = {
  default: { tradeName: 'Default', quantity: 'entered', takesComments: false, per: 1000, leastMin: 10, leastMax: 11 },
  custom_comments: {
    tradeName: 'Custom Comments',
    quantity: 'comments',
    takesComments: true,
    per: 1000,
    leastMin: 1,
    leastMax: 1,
  },
  package: { tradeName: 'Package', quantity: 'one', takesComments: false, per: 1, leastMin: 1, leastMax: 1 },
  custom_comments_package: {
    tradeName: 'Custom Comments Package',
    quantity: 'one',
    takesComments: true,
    per: 1,
    leastMin: 1,
    leastMax: 1,
  },
} as const satisfies Record<string, TypeRule>;

export type ServiceType = keyof typeof typeRules;
export const serviceTypes = Object.keys(typeRules) as [ServiceType, ...ServiceType[]];

/** The rule of a type, without the literals of its entry. */
export const ruleOf = (type: ServiceType): TypeRule => typeRules[type];

/** A type by its name or its name in the trade, in any spelling: `custom_comments`, "Custom Comments". */
export function typeNamed(name: string): ServiceType | undefined {
  return typeOfName.get(plainName(name));
}

const typeOfName = new Map(
  serviceTypes.flatMap((type) => [type, typeRules[type].tradeName].map((name) => [plainName(name), type] as const)),
);

function plainName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');
}

/** Whether a type's quantity is always one. */
export const isPackage = (type: ServiceType): boolean => ruleOf(type).quantity === 'one';

/** The types whose entry satisfies a condition, as a list for SQL. */
export function typesInSql(is: (rule: TypeRule) => boolean): string {
  return serviceTypes
    .filter((type) => is(ruleOf(type)))
    .map((type) => `'${type}'`)
    .join(', ');
}

/**
 * The quantity of an order by its service's type.
 * @param entered the quantity that the customer entered, if any; only types with an entered quantity use it
 * @param comments how many comments the order has
 * @returns undefined if the type needs an entered quantity and there is none
 */
export function quantityOf(type: ServiceType, entered: number | undefined, comments: number): number | undefined {
  const { quantity } = ruleOf(type);
  if (quantity === 'one') return 1;
  return quantity === 'comments' ? comments : entered;
}
