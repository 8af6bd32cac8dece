import { Button, type ButtonProps, Field, Flex, Input, Popover, Portal, Stack } from '@chakra-ui/react';
import { useUrlParam } from '../../../lib/url-state.ts';
import { Choice, useDeskChoices } from './filter-choices.tsx';
import type { FilterMenuProps } from './filter-menu.tsx';

interface FilterPopoverProps extends Pick<FilterMenuProps, 'sorts' | 'sort' | 'children'> {
  trigger: ButtonProps;
}

/** What a list is narrowed by and in which order it is read; open from the start, because its code comes when it is asked for. */
export default function FilterPopover({ trigger, sorts, sort, children }: FilterPopoverProps) {
  return (
    <Popover.Root defaultOpen positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
      <Popover.Trigger asChild>
        <Button {...trigger} />
      </Popover.Trigger>
      <Portal>
        <Popover.Positioner>
          <Popover.Content w="20rem" maxW="calc(100vw - 2rem)" aria-label="Filters">
            <Popover.Body>
              <Stack gap="4">
                <Choice label="Order" value={sort.value} options={sorts} onChange={sort.onChange} />
                {children}
                <Flex gap="3">
                  <DayField label="From" param="from" />
                  <DayField label="To" param="to" />
                </Flex>
                <DeciderChoice />
              </Stack>
            </Popover.Body>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}

/** Which admin decided. */
function DeciderChoice() {
  const [by, choose] = useUrlParam('by');
  const admins = useDeskChoices()?.admins ?? [];
  const options = admins.map(({ id, userName }) => ({ value: String(id), label: userName }));
  return (
    <Choice label="Decided by" value={by} options={[{ value: '', label: 'Anybody' }, ...options]} onChange={choose} />
  );
}

function DayField({ label, param }: { label: string; param: string }) {
  const [value, choose] = useUrlParam(param);
  return (
    <Field.Root>
      <Field.Label>{label}</Field.Label>
      {/* While a day is half typed it has no value. */}
      <Input
        key={value}
        type="date"
        size="sm"
        px="2"
        defaultValue={value}
        min="2000-01-01"
        max="2099-12-31"
        onChange={(event) => event.target.validity.valid && choose(event.target.value)}
      />
    </Field.Root>
  );
}
