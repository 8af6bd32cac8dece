import type { ButtonProps } from '@chakra-ui/react';
import { LuEllipsis } from 'react-icons/lu';
import { DeferredMenu } from '../../components/deferred-menu.tsx';
import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';
import type { MenuEntry } from './more-items.tsx';

const { Part: MoreItems, preload } = lazyWithPreload(() => import('./more-items.tsx'));

/** A menu of further actions; its code is loaded when its button is pressed. */
export function MoreMenu({ entries, ...button }: ButtonProps & { entries: readonly MenuEntry[] }) {
  const look = { children: <LuEllipsis aria-hidden />, ...button } as const;
  return <DeferredMenu {...look} preload={preload} menu={<MoreItems trigger={look} entries={entries} />} />;
}

/** Its button in a row of a list. */
export function rowMenuLook(large: boolean): ButtonProps {
  const look: ButtonProps = large
    ? { size: 'md', variant: 'outline' }
    : { size: 'xs', h: '7', minW: '7', variant: 'ghost' };
  return { px: '0', ...look };
}
