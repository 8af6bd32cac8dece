import { Button, type ButtonProps, Menu, Portal, useMenuContext } from '@chakra-ui/react';
import { type ReactNode, useLayoutEffect, useState } from 'react';

/**
 * The container of an open menu: the end of the page, or of the dialog that contains its button. There no list clips it, no dialog
 * covers it, and screen readers find it. It is determined once after the button renders: a menu in another container would be a new
 * one, and the open one would close under the pointer.
 */
export function MenuLayer({ children }: { children: ReactNode }) {
  const { id } = useMenuContext().getTriggerProps();
  const [layer, setLayer] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const trigger = document.getElementById(id ?? '');
    setLayer(trigger?.closest<HTMLElement>('[role=dialog], [role=alertdialog], main') ?? document.body);
  }, [id]);
  if (!layer) return null;
  return (
    <Portal container={{ current: layer }}>
      <Menu.Positioner>{children}</Menu.Positioner>
    </Portal>
  );
}

interface OpenedMenuProps extends Menu.RootProps {
  /** The look of its button. */
  trigger: ButtonProps;
}

/** A menu with its button, open from the start, because its code loads after the click. */
export function OpenedMenu({ trigger, children, ...root }: OpenedMenuProps) {
  return (
    <Menu.Root defaultOpen lazyMount unmountOnExit positioning={{ placement: 'bottom-end' }} {...root}>
      <Menu.Trigger asChild>
        <Button {...trigger} />
      </Menu.Trigger>
      {children}
    </Menu.Root>
  );
}
