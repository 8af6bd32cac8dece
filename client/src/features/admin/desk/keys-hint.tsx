import { Button, Kbd } from '@chakra-ui/react';
import { useState } from 'react';
import { LuKeyboard } from 'react-icons/lu';
import { LazyBoundary } from '../../../components/lazy-boundary.tsx';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import type { DeskKey } from './use-desk-keys.ts';

const { Part: KeysPopover, preload } = lazyWithPreload(() => import('./keys-popover.tsx'));

export interface KeysHintProps {
  keys: readonly DeskKey[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const look = {
  variant: 'outline',
  size: 'sm',
  'aria-haspopup': 'dialog',
  children: (
    <>
      <LuKeyboard aria-hidden /> Keys <Kbd size="sm">?</Kbd>
    </>
  ),
} as const;

/** The page's keys, behind a button that is opened with `?` too. */
export function KeysHint(hint: KeysHintProps) {
  const { open, onOpenChange } = hint;
  const [wasOpened, setOpened] = useState(open);
  if (open && !wasOpened) setOpened(true);
  const plain = (
    <Button
      {...look}
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => onOpenChange(true)}
    />
  );
  if (!wasOpened) return plain;
  return (
    <LazyBoundary fallback={plain}>
      <KeysPopover {...hint} trigger={look} />
    </LazyBoundary>
  );
}
