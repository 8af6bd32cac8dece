import { CategoryIcon } from '../../components/category-icon.tsx';
import { lookOf } from '../../lib/platforms.ts';
import type { BoardService } from './use-board.ts';

/** The mark of a service's platform. */
export default function ServiceIcon({ service }: { service: BoardService | undefined }) {
  return service ? <CategoryIcon category={lookOf(service)} size={32} /> : null;
}
