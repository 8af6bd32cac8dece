import { type ButtonProps, Menu } from '@chakra-ui/react';
import { OpenedMenu } from '../menu-layer.tsx';

export interface HideableColumn {
  id: string;
  label: string;
  visible: boolean;
  toggle: (visible: boolean) => void;
}

/** Shows and hides columns; open from the start, because its code loads after the click. */
export default function ColumnMenu({ trigger, columns }: { trigger: ButtonProps; columns: readonly HideableColumn[] }) {
  return (
    <OpenedMenu trigger={trigger} closeOnSelect={false}>
      <Menu.Positioner>
        <Menu.Content>
          {columns.map(({ id, label, visible, toggle }) => (
            <Menu.CheckboxItem key={id} value={id} checked={visible} onCheckedChange={toggle}>
              {label}
              <Menu.ItemIndicator />
            </Menu.CheckboxItem>
          ))}
        </Menu.Content>
      </Menu.Positioner>
    </OpenedMenu>
  );
}
