import { Button, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuPercent } from 'react-icons/lu';
import { MAX_NAMED_SERVICES } from '#shared/admin-services.ts';
import { adminServicesTexts } from '../../../i18n/en/admin/admin-services.ts';
import { SelectionFrame } from '../selection-frame.tsx';

interface SelectionBarProps {
  count: number;
  onClear: () => void;
  onChangePrices: () => void;
}

/** The selected services and their action. */
export function SelectionBar({ count, onClear, onChangePrices }: SelectionBarProps) {
  const t = useStore(adminServicesTexts);
  if (count === 0) return null;
  return (
    <SelectionFrame label={t.selectedServices} text={t.selectedCount({ count })} onClear={onClear}>
      {count > MAX_NAMED_SERVICES ? (
        <Text color="fg.warning">{t.tooMany({ count: MAX_NAMED_SERVICES })}</Text>
      ) : (
        <Button colorPalette="brand" onClick={onChangePrices}>
          <LuPercent aria-hidden /> {t.changeTheirPrices}
        </Button>
      )}
    </SelectionFrame>
  );
}
