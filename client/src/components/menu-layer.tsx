import { Menu, Portal, useMenuContext } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/**
 * Where an open menu is drawn: at the end of the page or of the dialog that its button stands in. There nothing of a list cuts it
 * off, no dialog lies over it, and screen readers do not find it outside of everything.
 */
export function MenuLayer({ children }: { children: ReactNode }) {
  const { getTriggerProps } = useMenuContext();
  const trigger = document.getElementById(getTriggerProps().id ?? '');
  const current = trigger?.closest<HTMLElement>('[role=dialog], main') ?? document.body;
  return (
    <Portal container={{ current }}>
      <Menu.Positioner>{children}</Menu.Positioner>
    </Portal>
  );
}
