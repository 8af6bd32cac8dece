import { services } from '../../../db/schema/services.ts';

/** The columns of a service that a file of the catalogue has. */
export const catalogueRowColumns = {
  id: services.id,
  externalId: services.externalId,
  name: services.name,
  category: services.category,
  description: services.description,
  priceMicros: services.priceMicros,
  min: services.min,
  max: services.max,
  avgTimeHours: services.avgTimeHours,
  image: services.image,
  hidden: services.hidden,
};
