import { Button, Text } from '@chakra-ui/react';
import { LuPercent } from 'react-icons/lu';
import { MAX_NAMED_SERVICES } from '#shared/admin-services.ts';
import { formatCount } from '../../../lib/format.ts';
import { SelectionFrame } from '../selection-frame.tsx';

interface SelectionBarProps {
  count: number;
  onClear: () => void;
  onChangePrices: () => void;
}

/** The selected services and their action. */
export function SelectionBar({ count, onClear, onChangePrices }: SelectionBarProps) {
  if (count === 0) return null;
  return (
    <SelectionFrame label="Selected services" text={`${formatCount(count)} selected`} onClear={onClear}>
      {count > MAX_NAMED_SERVICES ? (
        <Text color="fg.warning">At most {MAX_NAMED_SERVICES} at once. Narrow the list, and change all of it.</Text>
      ) : (
        <Button colorPalette="brand" onClick={onChangePrices}>
          <LuPercent aria-hidden /> Change their prices
        </Button>
      )}
    </SelectionFrame>
  );
}
