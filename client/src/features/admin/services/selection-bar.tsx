import { Button, CloseButton, Flex, Text } from '@chakra-ui/react';
import { LuPercent } from 'react-icons/lu';
import { MAX_NAMED_SERVICES } from '../../../../../shared/admin-services.ts';
import { formatCount } from '../../../lib/format.ts';

interface SelectionBarProps {
  count: number;
  onClear: () => void;
  onChangePrices: () => void;
}

/** How many services are selected and what can be done with them; stays in sight at the foot of the screen. */
export function SelectionBar({ count, onClear, onChangePrices }: SelectionBarProps) {
  if (count === 0) return null;
  return (
    <Flex
      role="region"
      aria-label="Selected services"
      position="sticky"
      bottom="calc(var(--bottom-bar) + 1rem)"
      zIndex="docked"
      align="center"
      gap={{ base: '3', md: '6' }}
      wrap="wrap"
      mt="4"
      p="3"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border.field"
      borderRadius="l2"
    >
      <Flex align="center" gap="1">
        <CloseButton size="sm" aria-label="Clear selection" onClick={onClear} />
        <Text fontWeight="semibold" fontVariantNumeric="tabular-nums" aria-live="polite">
          {formatCount(count)} selected
        </Text>
      </Flex>
      {count > MAX_NAMED_SERVICES ? (
        <Text color="fg.warning">At most {MAX_NAMED_SERVICES} at once. Narrow the list, and change all of it.</Text>
      ) : (
        <Button colorPalette="brand" onClick={onChangePrices}>
          <LuPercent aria-hidden /> Change their prices
        </Button>
      )}
    </Flex>
  );
}
