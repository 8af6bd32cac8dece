import { Button, type ButtonProps, Menu, Portal } from '@chakra-ui/react';
import { LuCopy, LuEye, LuEyeOff } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
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
      <Portal>
        <Menu.Positioner>
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
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
