import { Button, Flex, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuListChecks, LuPercent } from 'react-icons/lu';
import { MAX_NAMED_SERVICES } from '#shared/admin-services.ts';
import { adminServicesTexts } from '../../../i18n/en/admin/admin-services.ts';
import { SelectionFrame } from '../selection-frame.tsx';

interface SelectionBarProps {
  count: number;
  onClear: () => void;
  onChangePrices: () => void;
  onChange: () => void;
}

/** The selected services and their actions. */
export function SelectionBar({ count, onClear, onChangePrices, onChange }: SelectionBarProps) {
  const t = useStore(adminServicesTexts);
  if (count === 0) return null;
  return (
    <SelectionFrame label={t.selectedServices} text={t.selectedCount({ count })} onClear={onClear}>
      {count > MAX_NAMED_SERVICES ? (
        <Text color="fg.warning">{t.tooMany({ count: MAX_NAMED_SERVICES })}</Text>
      ) : (
        <Flex gap="3" wrap="wrap">
          <Button colorPalette="brand" onClick={onChange}>
            <LuListChecks aria-hidden /> {t.changeThem}
          </Button>
          <Button variant="outline" onClick={onChangePrices}>
            <LuPercent aria-hidden /> {t.changeTheirPrices}
          </Button>
        </Flex>
      )}
    </SelectionFrame>
  );
}
