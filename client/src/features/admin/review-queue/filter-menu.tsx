import { Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type ReactNode, useState } from 'react';
import { LuListFilter } from 'react-icons/lu';
import { LazyBoundary } from '../../../components/lazy-boundary.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { PopoverButton } from './popover-button.tsx';

interface FilterMenuProps {
  /** How many filters are active. */
  active: number;
  children: ReactNode;
}

/** The filters and the sort order of a list behind one button; each choice applies at once and is stored in the URL. */
export function FilterMenu({ active, children }: FilterMenuProps) {
  const t = useStore(queueTexts);
  const [isOpen, setOpen] = useState(false);
  const words = (
    <>
      <LuListFilter aria-hidden /> {active > 0 ? t.filtersOn({ count: active }) : t.filters}
    </>
  );
  return (
    <PopoverButton button={{ children: words }} label={t.filters} width="20rem" open={isOpen} onOpenChange={setOpen}>
      <LazyBoundary fallback={<LoadingStack heights={['16', '16', '16', '16']} />}>
        <Stack gap="4">{children}</Stack>
      </LazyBoundary>
    </PopoverButton>
  );
}
