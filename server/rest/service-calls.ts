import { z } from 'zod';
import { changedServiceFields, createServiceInput, newServiceFields } from '#shared/services.ts';
import { createService } from '../features/services/create-service.ts';
import { deleteService } from '../features/services/delete-service.ts';
import { updateService } from '../features/services/update-service.ts';
import { type Call, defineCall } from './call.ts';
import { pricePer1000 } from './dollars.ts';
import { idParams, numberOrDigits } from './parameters.ts';
import { presentService } from './present.ts';
import { listServicesForAll, SERVICES, serviceListQuery } from './service-list.ts';
import { service } from './shapes.ts';

type CreateServiceFields = z.input<typeof createServiceInput>;
const { name, image, description, category, priceMicros, min, max, avgTimeHours } = newServiceFields.shape;

const serviceBody = z.object({
  name,
  image,
  description,
  category,
  price: pricePer1000.pipe(priceMicros),
  min: numberOrDigits('Minimum value', min),
  max: numberOrDigits('Maximum value', max),
  avgTime: numberOrDigits('Average time', avgTimeHours),
});
const createBody = inOurWords(serviceBody);
const updateBody = inOurWords(serviceBody.extend({ category: changedServiceFields.shape.category }));

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
    run: async ({ deps, actor, body, requestId }) => ({
      data: presentService(await createService(deps, actor, { ...body, requestId }), {
        forAdmin: true,
        publicUrl: deps.config.publicUrl,
      }),
    }),
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
    run: async ({ deps, actor, params, body }) => ({
      data: presentService(await updateService(deps, actor, { ...body, ...params }), {
        forAdmin: true,
        publicUrl: deps.config.publicUrl,
      }),
    }),
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

function inOurWords(body: typeof serviceBody) {
  return body
    .transform(
      ({ price, avgTime, ...fields }): CreateServiceFields => ({
        ...fields,
        priceMicros: price,
        avgTimeHours: avgTime,
      }),
    )
    .pipe(createServiceInput);
}
