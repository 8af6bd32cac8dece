import { Button, type ButtonProps } from '@chakra-ui/react';
import { useState } from 'react';
import { LatePart } from '../../../components/late-part.tsx';
import { lateCode } from '../../../lib/late-code.tsx';
import type { ToolPopoverProps } from './tool-popover.tsx';

const { Part: ToolPopover, preload } = lateCode(() => import('./tool-popover.tsx'));

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
    <LatePart fallback={plain}>
      <ToolPopover {...popover} trigger={trigger} />
    </LatePart>
  );
}
