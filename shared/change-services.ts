import { z } from 'zod';
import { serviceSelection } from './admin-services.ts';
import { factFields, readFactsOut } from './facts.ts';
import { id, requestId } from './numbers.ts';
import { newServiceFields, serviceOut } from './services.ts';
import { text } from './text.ts';

/** How many services can be changed at once. */
export const MAX_CHANGED_SERVICES = 5000;

const { category, refillDays, cancel, speedUp, platform, kinds } = newServiceFields.shape;
const target = z.strictObject({ platform: platform.unwrap(), kinds: kinds.unwrap() });

/** A change that many services can get at once. */
export const serviceChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('hide') }),
  z.strictObject({ kind: z.literal('show') }),
  z.strictObject({ kind: z.literal('delete') }),
  z.strictObject({ kind: z.literal('category'), category }),
  z.strictObject({ kind: z.literal('refill'), refillDays }),
  z.strictObject({ kind: z.literal('cancel'), cancel }),
  z.strictObject({ kind: z.literal('speedUp'), speedUp }),
  /** `as_read` gives services without a platform what their names say; the others stay. */
  /** `as_read` gives services what their texts say. Of facts by hand only the named ones change. */
  z.strictObject({ kind: z.literal('facts'), facts: z.union([z.literal('as_read'), factFields.partial()]) }),
  /** Unedited services of the catalogue that an earlier release shipped get the kind, facts and Bengali name of today's. */
  z.strictObject({ kind: z.literal('sample') }),
  /** Services without a Bengali name get the one that their own name makes. */
  z.strictObject({ kind: z.literal('nameBn') }),
  z.strictObject({ kind: z.literal('links'), target: z.union([z.literal('as_read'), target]) }),
]);
export type ServiceChange = z.output<typeof serviceChange>;

export const previewManyInput = serviceSelection.extend({ change: serviceChange });
export type PreviewManyInput = z.output<typeof previewManyInput>;

export const changeManyInput = previewManyInput.extend({
  /** Hash of the preview that the admin saw. The change is refused if the services have changed since. */
  previewHash: text({ max: [100], form: [/^[0-9a-f]{64}$/, 'Ask for a preview first'] }),
  requestId,
});
export type ChangeManyInput = z.output<typeof changeManyInput>;

export const manyPreview = z.object({
  /** How many services match, and how many of them would change. */
  found: z.int(),
  changed: z.int(),
  /** The first services that would change. */
  items: z.array(
    z.object({
      ...{ id, name: z.string() },
      /** Of a change of links: what it would take. */
      target: serviceOut.pick({ platform: true, kinds: true }).optional(),
      /** Of facts as read: what the texts say, with the words. */
      facts: readFactsOut.optional(),
      /** Of Bengali names: the one that it would have. */
      nameBn: z.string().nullable().optional(),
    }),
  ),
  previewHash: z.string(),
});
export type ManyPreview = z.output<typeof manyPreview>;
