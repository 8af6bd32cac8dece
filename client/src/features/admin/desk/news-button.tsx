import { Button } from '@chakra-ui/react';
import { LuArrowUp } from 'react-icons/lu';
import { formatCount } from '../../../lib/format.ts';

interface NewsButtonProps {
  /** Rows that came in and are not shown yet. */
  newCount: number;
  /** Rows that are shown and were decided by somebody else. */
  goneCount: number;
  onShow: () => void;
}

/** Tells of what came to the list and what left it, and shows the list as it is now. */
export function NewsButton({ newCount, goneCount, onShow }: NewsButtonProps) {
  if (newCount === 0 && goneCount === 0) return null;
  const words = [
    ...(newCount > 0 ? [`${formatCount(newCount)} new`] : []),
    ...(goneCount > 0 ? [`${formatCount(goneCount)} decided elsewhere`] : []),
  ];
  return (
    <Button
      size="xs"
      variant="surface"
      colorPalette="brand"
      borderRadius="selector"
      aria-live="polite"
      title="Show the list as it is now"
      onClick={onShow}
    >
      <LuArrowUp aria-hidden /> {words.join(', ')}
    </Button>
  );
}
