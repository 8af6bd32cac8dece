import { pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { at, int64 } from './columns.ts';
import { services } from './services.ts';
import { users } from './users.ts';

/** The favourite services of users. */
export const favourites = pgTable(
  'favourites',
  {
    userId: int64('user_id')
      .notNull()
      .references(() => users.id),
    serviceId: int64('service_id')
      .notNull()
      .references(() => services.id),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.serviceId] })],
);
