import type { ReactNode } from 'react';
import { LuListFilter } from 'react-icons/lu';
import { DeferredMenu } from '../../../components/deferred-menu.tsx';
import { lateCode } from '../../../lib/late-code.tsx';
import type { Option } from './filter-choices.tsx';

const { Part: FilterPopover, preload } = lateCode(() => import('./filter-popover.tsx'));

export interface FilterMenuProps {
  /** How many filters hold. */
  active: number;
  sorts: readonly Option[];
  sort: { value: string; onChange: (sort: string) => void };
  /** What this desk alone can be narrowed by. */
  children?: ReactNode;
}

/** What narrows a desk's list and in which order it is read, behind one button; each choice holds at once and stands in the URL. */
export function FilterMenu({ active, ...choices }: FilterMenuProps) {
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
  return <DeferredMenu {...look} preload={preload} menu={<FilterPopover {...choices} trigger={look} />} />;
}
