import { Button, Flex, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { adminServicesTexts } from '../../../i18n/en/admin/admin-services.ts';
import { canArrange } from './use-arrange.ts';
import { useServiceFilter } from './use-service-filter.ts';

/** Explains the shop's order, if the list is sorted by it. */
export function ArrangeHint({ onReset }: { onReset: () => void }) {
  const t = useStore(adminServicesTexts);
  const filter = useServiceFilter();
  if (filter.sort !== 'recommended') return null;
  if (!canArrange(filter)) {
    return (
      <Text textStyle="sm" color="fg.muted">
        {t.chooseCategory}
      </Text>
    );
  }
  return (
    <Flex align="center" gap="3" wrap="wrap" textStyle="sm">
      <Text color="fg.muted">{t.inOrder}</Text>
      <Button size="xs" variant="outline" onClick={onReset}>
        {t.orderReset}
      </Button>
    </Flex>
  );
}
