import { Button, type ButtonProps, Menu } from '@chakra-ui/react';
import { LuCopy, LuEye, LuEyeOff } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import { MenuLayer } from '../../../components/menu-layer.tsx';
import { copyServicePath } from '../../../lib/paths.ts';
import type { Service } from './service.ts';

interface ServiceMenuProps {
  service: Service;
  trigger: ButtonProps;
  setHidden: (service: Service, hidden: boolean) => void;
}

/** What a service needs less often; open from the start, because its code comes when it is asked for. */
export default function ServiceMenu({ service, trigger, setHidden }: ServiceMenuProps) {
  return (
    <Menu.Root defaultOpen lazyMount unmountOnExit positioning={{ placement: 'bottom-end' }}>
      <Menu.Trigger asChild>
        <Button {...trigger} />
      </Menu.Trigger>
      <MenuLayer>
        <Menu.Content minW="48">
          {service.hidden ? (
            <Menu.Item value="show" onClick={() => setHidden(service, false)}>
              <LuEye /> Show to customers
            </Menu.Item>
          ) : (
            <Menu.Item value="hide" onClick={() => setHidden(service, true)}>
              <LuEyeOff /> Hide from customers
            </Menu.Item>
          )}
          <Menu.Item value="copy" asChild>
            <AppLink to={copyServicePath(service.id)}>
              <LuCopy /> Copy
            </AppLink>
          </Menu.Item>
        </Menu.Content>
      </MenuLayer>
    </Menu.Root>
  );
}
