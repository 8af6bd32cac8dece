import { type ButtonProps, Menu } from '@chakra-ui/react';
import type { IconType } from 'react-icons';
import { AppLink } from '../../components/app-link.tsx';
import { MenuLayer, OpenedMenu } from '../../components/menu-layer.tsx';

export interface MenuEntry {
  label: string;
  icon: IconType;
  disabled?: boolean;
  /** Red, for what destroys something. */
  tone?: 'danger';
  /** An action, or with `to` a link. */
  onClick?: () => void;
  to?: string;
}

interface MoreItemsProps {
  trigger: ButtonProps;
  entries: readonly MenuEntry[];
}

/** The menu with its button, open from the start. */
export default function MoreItems({ trigger, entries }: MoreItemsProps) {
  return (
    <OpenedMenu trigger={trigger}>
      <MenuLayer>
        <Menu.Content minW="48">
          {entries.map(({ label, icon: Icon, disabled = false, tone, onClick, to }) => (
            <Menu.Item
              key={label}
              value={label}
              disabled={disabled}
              onClick={onClick}
              asChild={to !== undefined}
              {...(tone && { color: 'fg.error' })}
            >
              {to === undefined ? (
                <>
                  <Icon /> {label}
                </>
              ) : (
                <AppLink to={to}>
                  <Icon /> {label}
                </AppLink>
              )}
            </Menu.Item>
          ))}
        </Menu.Content>
      </MenuLayer>
    </OpenedMenu>
  );
}
