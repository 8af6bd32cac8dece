import { DENSE_FROM_PX } from '../../components/data-table/table-looks.ts';
import { useIsWide } from '../../lib/media.ts';

/** Whether dense lists are tables: on narrower screens they are cards, with buttons for touch. */
export const useIsTable = () => useIsWide();

/** Whether rows have one line with small buttons, and details stand beside the list; a tablet has neither. */
export const useHasRoom = () => useIsWide(DENSE_FROM_PX);
