import { Tabs } from '@chakra-ui/react';
import type { ComponentProps } from 'react';

/** A tab that is underlined while it is chosen, in a row that scrolls sideways. */
export function LineTab(props: ComponentProps<typeof Tabs.Trigger>) {
  return (
    <Tabs.Trigger
      flexShrink="0"
      h="12"
      px="3"
      gap="1.5"
      borderRadius="0"
      color="fg.muted"
      fontWeight="normal"
      _selected={{
        color: 'fg',
        fontWeight: 'semibold',
        bg: 'transparent',
        boxShadow: 'inset 0 -2px 0 0 var(--c-colors-brand-edge)',
      }}
      _hover={{ color: 'fg' }}
      _focusVisible={{ outlineOffset: '-2px' }}
      {...props}
    />
  );
}
