import { CloseButton, Flex, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';

import { adminTexts } from '../../i18n/en/admin/admin.ts';

interface SelectionFrameProps {
  label: string;
  /** How many rows are selected. */
  text: ReactNode;
  /** Next to the text. */
  more?: ReactNode;
  onClear: () => void;
  /** The actions on them. */
  children: ReactNode;
}

/** The selected rows and their actions; stays visible at the bottom of the screen. */
export function SelectionFrame({ label, text, more, onClear, children }: SelectionFrameProps) {
  const t = useStore(adminTexts);
  return (
    <Flex
      role="region"
      aria-label={label}
      position="sticky"
      bottom="calc(var(--bottom-bar) + var(--dock, 0px) + 1rem)"
      zIndex="docked"
      align="center"
      columnGap={{ base: '3', md: '6' }}
      rowGap="2"
      wrap="wrap"
      mt="4"
      p="3"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border.field"
      borderRadius="l2"
    >
      <Flex align="center" gap="1" wrap="wrap">
        <CloseButton size="sm" aria-label={t.clearSelection} onClick={onClear} />
        <Text fontWeight="semibold" fontVariantNumeric="tabular-nums" aria-live="polite">
          {text}
        </Text>
        {more}
      </Flex>
      {children}
    </Flex>
  );
}
