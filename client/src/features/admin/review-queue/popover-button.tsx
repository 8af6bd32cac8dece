import { Button, type ButtonProps } from '@chakra-ui/react';
import { useState } from 'react';
import { LazyBoundary } from '../../../components/lazy-boundary.tsx';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import type { ToolPopoverProps } from './tool-popover.tsx';

const { Part: ToolPopover, preload } = lazyWithPreload(() => import('./tool-popover.tsx'));

/** A button that opens a popover, whose code is loaded on intent. */
export function PopoverButton({ button, ...popover }: Omit<ToolPopoverProps, 'trigger'> & { button: ButtonProps }) {
  const { open, onOpenChange } = popover;
  const [wasOpened, setOpened] = useState(open);
  if (open && !wasOpened) setOpened(true);
  const trigger: ButtonProps = { variant: 'outline', size: 'sm', ...button };
  const plain = (
    <Button
      {...trigger}
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => onOpenChange(true)}
    />
  );
  if (!wasOpened) return plain;
  return (
    <LazyBoundary fallback={plain}>
      <ToolPopover {...popover} trigger={trigger} />
    </LazyBoundary>
  );
}
