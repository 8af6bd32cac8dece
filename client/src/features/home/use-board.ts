import { type Outputs, trpc } from '../../lib/trpc.ts';

export const BOARD_ROWS = 5;

export type BoardService = Outputs['services']['list']['items'][number];

/** The most ordered featured services, for the first screen. */
export function useBoard() {
  return trpc.services.list.useQuery({ category: 'feature', sort: 'recommended', limit: BOARD_ROWS });
}
