import { trpc } from '../../lib/trpc.ts';

export const BOARD_ROWS = 5;

/** The featured services that are bought most, which the first screen shows. */
export function useBoard() {
  return trpc.services.list.useQuery({ category: 'feature', sort: 'recommended', limit: BOARD_ROWS });
}
