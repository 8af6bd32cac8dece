import { z } from 'zod';
import { id } from './numbers.ts';

/** Fewer purchases or refills are too few to say a time or a percentage. */
export const ENOUGH_TO_SAY = 5;

/** The services of a supplier, or the sources of a service. */
export const qualityInput = z
  .strictObject({ supplierId: id.optional(), serviceId: id.optional() })
  .refine(
    ({ supplierId, serviceId }) => (supplierId === undefined) !== (serviceId === undefined),
    'Send either supplierId or serviceId',
  )
  .meta({ examples: [{ supplierId: 1 }] });
export type QualityInput = z.output<typeof qualityInput>;

const count = z.int().min(0);
/** Rounded; null if nothing was measured. */
const minutes = z.int().min(0).nullable();

/** How a source delivered a service in the last 30 days. */
export const sourceQuality = z.object({
  supplierId: id,
  serviceId: id,
  serviceName: z.string(),
  /** The service's id at the supplier. */
  externalId: z.string(),
  /** Only purchases that were accepted since then count: in the last 30 days, or the supplier's newest 50,000. */
  since: z.date(),
  /** Purchases that the supplier accepted. Open ones, and those whose order a person ended, are in none of the three below. */
  accepted: count,
  /** How the supplier ended them. */
  completed: count,
  partial: count,
  canceled: count,
  /** From the acceptance to the first answer that says that units are delivered, and how many purchases have one. */
  started: count,
  medianStartMinutes: minutes,
  p90StartMinutes: minutes,
  /** From the acceptance to the answer that completed the order: of the `completed` ones. */
  medianFinishMinutes: minutes,
  p90FinishMinutes: minutes,
  /** Refills that were sent to the supplier, of purchases of any age, and those that it has done. */
  refillsAsked: count,
  refillsDone: count,
  /** How often the price of the service rose and fell, at most its newest 100 prices. Costs at suppliers have no history. */
  servicePriceRises: count,
  servicePriceFalls: count,
});
export type SourceQuality = z.output<typeof sourceQuality>;

export const qualityOut = z.object({ items: z.array(sourceQuality) });
