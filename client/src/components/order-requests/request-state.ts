import { type RequestKind, requestKinds } from '#shared/request-status.ts';
import type { Outputs } from '../../lib/trpc.ts';

type Order = Outputs['orders']['get'];

/** The requests that are possible now. */
export function possibleKinds(askable: Order['askable']): RequestKind[] {
  return requestKinds.filter((kind) => askable[kind].possible);
}

export function canAsk({ askable }: Pick<Order, 'askable'>): boolean {
  return possibleKinds(askable).length > 0;
}

/** The request that has not ended; an order has at most one. */
export function openRequestOf({ requests }: Pick<Order, 'requests'>): Order['requests'][number] | undefined {
  return requests.find(({ closedAt }) => closedAt === null);
}
