import type { Db } from '../../../db/client.ts';
import { monthEnds, type OwnStats, shopDay } from '../../../shared/stats.ts';
import type { Actor } from '../../../shared/users.ts';
import { cachedRead } from '../../kept/cached-read.ts';
import { listCategories } from '../services/list-categories.ts';
import { readSettings } from '../settings/read-settings.ts';
import { ordersPerDay } from './orders-per-day.ts';

/** What a customer's overview shows: the shop's services and their own orders, at most some seconds old. */
export async function readOwnStats(db: Db, actor: Actor): Promise<OwnStats> {
  const [days, categories, { servicesOffset }] = await Promise.all([
    ownDays.get(db, String(actor.id)),
    listCategories(db),
    readSettings(db),
  ]);
  return {
    services: { count: categories.reduce((sum, { count }) => sum + count, 0), offset: servicesOffset },
    orders: days.reduce((sum, day) => sum + day.orders, 0),
    ordersByMonth: monthEnds(days, shopDay(new Date())),
  };
}

const ownDays = cachedRead((db, userId) => ordersPerDay(db, Number(userId)), { freshForMs: 2_000, maxKeys: 1_000 });
