import { Menu, Portal, useMenuContext } from '@chakra-ui/react';
import { type ReactNode, useLayoutEffect, useState } from 'react';

/**
 * Where an open menu is drawn: at the end of the page or of the dialog that its button stands in. There nothing of a list cuts it
 * off, no dialog lies over it, and screen readers do not find it outside of everything. It is looked for once the button is there,
 * and then stays: a menu that is drawn elsewhere is another one, and the open one would close under the pointer.
 */
export function MenuLayer({ children }: { children: ReactNode }) {
  const { id } = useMenuContext().getTriggerProps();
  const [layer, setLayer] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const trigger = document.getElementById(id ?? '');
    setLayer(trigger?.closest<HTMLElement>('[role=dialog], main') ?? document.body);
  }, [id]);
  if (!layer) return null;
  return (
    <Portal container={{ current: layer }}>
      <Menu.Positioner>{children}</Menu.Positioner>
    </Portal>
  );
}
