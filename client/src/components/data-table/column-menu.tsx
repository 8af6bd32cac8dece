import { Button, type ButtonProps, Menu } from '@chakra-ui/react';

export interface HideableColumn {
  id: string;
  label: string;
  visible: boolean;
  toggle: (visible: boolean) => void;
}

/** Shows and hides columns; open from the start, because its code loads after the click. */
export default function ColumnMenu({ trigger, columns }: { trigger: ButtonProps; columns: readonly HideableColumn[] }) {
  return (
    <Menu.Root defaultOpen closeOnSelect={false} lazyMount unmountOnExit positioning={{ placement: 'bottom-end' }}>
      <Menu.Trigger asChild>
        <Button {...trigger} />
      </Menu.Trigger>
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
    </Menu.Root>
  );
}
