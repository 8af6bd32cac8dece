import { DENSE_FROM_PX } from '../../components/data-table/data-table.tsx';
import { useIsWide } from '../../lib/media.ts';

/** Whether dense lists are tables: on narrower screens they are cards, with buttons for touch. */
export const useIsTable = () => useIsWide(DENSE_FROM_PX);
