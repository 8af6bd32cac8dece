import type { Tx } from '#db/client.ts';
import type { services } from '#db/schema/services.ts';
import { addKinds, seedServices } from '#db/seed/new-shop.ts';
import type { factsIn } from './service-rows.ts';

type Row = typeof services.$inferSelect;

let shipped: Map<string, ReturnType<typeof seedServices>[number]> | undefined;

const keyOf = ({ name, description, top }: Pick<Row, 'name' | 'description' | 'top'>) =>
  JSON.stringify([top, name, description]);

/** The kinds of the shipped catalogue, where the shop lacks them. */
export async function addSampleKinds(tx: Tx): Promise<void> {
  await addKinds(tx, seedServices());
}

/**
 * What the shipped catalogue says today about a service that came with an earlier one: its kind, its facts and its Bengali name.
 * Undefined for a service whose texts an admin has written.
 */
export function sampleOf(
  row: Partial<Row>,
): Pick<Row, 'category' | 'nameBn' | keyof ReturnType<typeof factsIn>> | undefined {
  shipped ??= new Map(seedServices().map((each) => [keyOf({ ...each, top: each.category.split('-')[0] ?? '' }), each]));
  const { name = '', description = '', top = '' } = row;
  const sample = shipped.get(keyOf({ name, description, top }));
  if (!sample?.facts) return undefined;
  return { category: sample.category, nameBn: sample.nameBn ?? null, ...sample.facts };
}
