import { Button, Flex, Text } from '@chakra-ui/react';
import { canArrange } from './use-arrange.ts';
import { useServiceFilter } from './use-service-filter.ts';

/** Explains the shop's order, if the list is sorted by it. */
export function ArrangeHint({ onReset }: { onReset: () => void }) {
  const filter = useServiceFilter();
  if (filter.sort !== 'recommended') return null;
  if (!canArrange(filter)) {
    return (
      <Text textStyle="sm" color="fg.muted">
        Choose one category, and no search, to arrange it.
      </Text>
    );
  }
  return (
    <Flex align="center" gap="3" wrap="wrap" textStyle="sm">
      <Text color="fg.muted">Customers see them in this order. Move them with the arrows of each row.</Text>
      <Button size="xs" variant="outline" onClick={onReset}>
        Most bought first again
      </Button>
    </Flex>
  );
}
