import { DENSE_FROM_PX } from '../../../components/data-table/data-table.tsx';
import { useIsWide } from '../../../lib/media.ts';

/** Whether a desk is a table: with less room it is cards, whose buttons are for fingers. */
export const useIsDeskWide = () => useIsWide(DENSE_FROM_PX);
