import type { ReactNode } from 'react';
import { LuListFilter } from 'react-icons/lu';
import { DeferredMenu } from '../../../components/deferred-menu.tsx';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';

const { Part: FilterPopover, preload } = lazyWithPreload(() => import('./filter-popover.tsx'));

interface FilterMenuProps {
  /** How many filters hold. */
  active: number;
  children: ReactNode;
}

/** What narrows a list and in which order it is read, behind one button; each choice holds at once and stands in the URL. */
export function FilterMenu({ active, children }: FilterMenuProps) {
  const look = {
    variant: 'outline',
    size: 'sm',
    'aria-haspopup': 'dialog',
    children: (
      <>
        <LuListFilter aria-hidden /> Filters{active > 0 && ` (${active})`}
      </>
    ),
  } as const;
  return <DeferredMenu {...look} preload={preload} menu={<FilterPopover trigger={look}>{children}</FilterPopover>} />;
}
