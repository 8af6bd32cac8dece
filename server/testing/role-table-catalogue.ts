import { randomUUID } from 'node:crypto';
import { micros } from '#shared/money.ts';
import { changeHashOf } from '../features/services/change-services.ts';
import { previewHashOf } from '../features/services/priced-services.ts';
import { ADMIN } from './role-outcomes.ts';
import { importServices, type RoleCase, typedService, withBody, withId } from './role-requests.ts';

/** The rows of services and categories for admins. */
export const catalogueRows = {
  'admin.services.get': [ADMIN, withId('serviceId')],
  'admin.services.create': [ADMIN, withBody(typedService)],
  'admin.services.update': [ADMIN, withId('serviceId', typedService)],
  'admin.services.delete': [ADMIN, withId('serviceId')],
  'admin.services.import': [ADMIN, importServices],
  'admin.services.setHidden': [ADMIN, withId('serviceId', { hidden: true })],
  'admin.services.reorder': [
    ADMIN,
    async (scene) => ({ body: { id: await scene.serviceId(), before: await scene.serviceId() } }),
  ],
  'admin.services.resetOrder': [ADMIN, withBody({ category: 'instagram' })],
  'admin.services.previewPrices': [ADMIN, withBody({ category: 'tiktok', percentHundredths: 1_000, stepMicros: 1 })],
  'admin.services.changePrices': [
    ADMIN,
    async (scene) => {
      const id = await scene.serviceId();
      const previewHash = previewHashOf([{ id, fromMicros: micros(1_000_000), toMicros: micros(1_100_000) }]);
      return { body: { ids: [id], percentHundredths: 1_000, stepMicros: 1, previewHash } };
    },
  ],
  'admin.services.previewMany': [ADMIN, withBody({ category: 'tiktok', change: { kind: 'show' } })],
  'admin.services.changeMany': [
    ADMIN,
    async (scene) => {
      const [id, change] = [await scene.serviceId(), { kind: 'refill', refillDays: 30 } as const];
      const previewHash = changeHashOf(change, [{ id, refillDays: null }]);
      return { body: { ids: [id], change, previewHash, requestId: randomUUID() } };
    },
  ],
  'admin.services.prices': [ADMIN, withId('serviceId')],
  'admin.services.sources': [ADMIN, withId('serviceId')],
  'admin.services.setSources': [
    ADMIN,
    async (scene) => {
      const { id, supplierId } = await scene.sourced();
      return { body: { id, sources: [{ supplierId, externalId: '102' }] } };
    },
  ],
  'admin.services.pauseSource': [ADMIN, async (scene) => ({ body: await scene.sourced() })],
  'admin.services.resumeSource': [ADMIN, async (scene) => ({ body: await scene.sourced({ paused: true }) })],
  'admin.services.setPriceRule': [ADMIN, async (scene) => ({ body: { id: (await scene.sourced()).id, byRule: true } })],
  'admin.categories.save': [ADMIN, () => ({ body: { name: `Top ${randomUUID()}` } })],
  'admin.categories.merge': [
    ADMIN,
    async (scene) => ({ body: { from: await scene.categoryId(), into: await scene.categoryId() } }),
  ],
  'admin.categories.reorder': [
    ADMIN,
    async (scene) => ({ body: { ids: [await scene.categoryId(), await scene.categoryId()].reverse() } }),
  ],
  'admin.categories.setHidden': [ADMIN, withId('categoryId', { hidden: true })],
} satisfies Record<string, RoleCase>;
