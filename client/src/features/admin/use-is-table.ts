import { DENSE_FROM_PX } from '../../components/data-table/data-table.tsx';
import { useIsWide } from '../../lib/media.ts';

/** Whether dense lists are tables: with less room they are cards, whose buttons are for fingers. */
export const useIsTable = () => useIsWide(DENSE_FROM_PX);
