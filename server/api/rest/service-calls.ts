import { z } from 'zod';
import { ruleOf } from '#shared/service-types.ts';
import {
  changedServiceFields,
  createServiceInput,
  newServiceFields,
  type ServiceOut,
  updateServiceInput,
} from '#shared/services.ts';
import type { Deps } from '../../base/deps.ts';
import { fieldError } from '../../base/errors.ts';
import { createService } from '../../features/services/create-service.ts';
import { deleteService } from '../../features/services/delete-service.ts';
import { getAnyService } from '../../features/services/get-service.ts';
import { updateService } from '../../features/services/update-service.ts';
import { type Call, defineCall, parse } from './call.ts';
import { priceFromPer1000, pricePer1000 } from './dollars.ts';
import { idParams, numberOrDigits } from './parameters.ts';
import { presentService } from './present.ts';
import { listServicesForAll, SERVICES, serviceListQuery } from './service-list.ts';
import { service } from './shapes.ts';

const { name, image, description, category, min, max, avgTimeHours, type } = newServiceFields.shape;

const ofPackage = 'Left out for a package, which is sold one at a time';
const createBody = z.object({
  name,
  image,
  description,
  category,
  price: pricePer1000
    .refine((price) => price >= 0, 'Price must be a positive number')
    .meta({
      description:
        'In dollars per 1000 units, also for a package: the price of one × 1000. A number, or its digits as text',
    }),
  min: numberOrDigits('Minimum value', min).optional().meta({ description: ofPackage }),
  max: numberOrDigits('Maximum value', max).optional().meta({ description: ofPackage }),
  avgTime: numberOrDigits('Average time', avgTimeHours),
  type: type.default('default'),
});
const updateBody = createBody.extend({
  category: changedServiceFields.shape.category,
  type: type.optional().meta({ description: 'Without it the type stays' }),
});
type ServiceBody = z.output<typeof createBody>;

const serviceExample = {
  name: 'Instagram likes',
  image: 'https://example.com/likes.png',
  description: 'From real accounts. Within a day.',
  price: 0.95,
  category: 'instagram',
  min: 100,
  max: 10_000,
  avgTime: '24',
};

export const serviceCalls: Call[] = [
  defineCall('visitor', {
    method: 'GET',
    path: '/api/v1/service/getAll',
    summary: 'The services on offer, newest first',
    procedure: 'services.list',
    message: SERVICES,
    isList: true,
    query: serviceListQuery,
    data: z.array(service),
    run: listServicesForAll,
  }),
  defineCall('admin', {
    method: 'POST',
    path: '/api/v1/service/create',
    summary: 'Offer a new service',
    procedure: 'admin.services.create',
    refusals: ['idempotency_conflict'],
    message: 'Service Added Successful!',
    takesKey: true,
    body: createBody,
    example: serviceExample,
    data: service,
    async run({ deps, actor, body, requestId }) {
      const fields = parse(createServiceInput, fieldsOf(body));
      return { data: presentForAdmin(deps, await createService(deps, actor, { ...fields, requestId })) };
    },
  }),
  defineCall('admin', {
    method: 'PUT',
    path: '/api/v1/service/update/{id}',
    summary: 'Change a service; orders already placed keep its name and price as they were',
    procedure: 'admin.services.update',
    refusals: ['service_not_found'],
    message: 'Service Updated Successfully!',
    params: idParams,
    body: updateBody,
    example: serviceExample,
    data: service,
    async run({ deps, actor, params, body }) {
      // With the type that the price was converted for: another admin may change it at the same time.
      const ofType = body.type ?? (await getAnyService(deps.db, actor, params)).type;
      const input = parse(updateServiceInput, { ...fieldsOf({ ...body, type: ofType }), ...params });
      return { data: presentForAdmin(deps, await updateService(deps, actor, input)) };
    },
  }),
  defineCall('admin', {
    method: 'DELETE',
    path: '/api/v1/service/delete/{id}',
    summary: 'Take a service out of sale; its orders and their history stay',
    procedure: 'admin.services.delete',
    refusals: ['service_not_found'],
    message: 'Service has been deleted.',
    params: idParams,
    data: z.object({ _id: z.string() }),
    async run({ deps, actor, params }) {
      await deleteService(deps, actor, params);
      return { data: { _id: String(params.id) } };
    },
  }),
];

function presentForAdmin({ config: { publicUrl } }: Deps, changed: ServiceOut) {
  return presentService(changed, { forAdmin: true, publicUrl });
}

/**
 * A body's fields in the words of tRPC: the type decides what the price is for.
 * @throws DomainError `bad_input` if a package would cost a fraction of a micro-dollar
 */
function fieldsOf({ price, avgTime, ...fields }: ServiceBody) {
  const priceMicros = priceFromPer1000(price, ruleOf(fields.type).per);
  if (priceMicros === null)
    throw fieldError('bad_input', 'price', 'The price of 1000 packages may have at most 3 decimals');
  return { ...fields, priceMicros, avgTimeHours: avgTime };
}
