import { Box, Flex, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { ServiceName } from '../../../components/service-name.tsx';

interface ChangedServicesProps<Item> {
  /** How many services would change. */
  summary: string;
  /** Below the summary. */
  warnings?: ReactNode;
  /** The accessible name of the list. */
  label: string;
  items: readonly Item[];
  /** The change, at the end of its line. */
  changeOf?: (item: Item) => ReactNode;
  /** Below a list that leaves some of them out. */
  leftOut: string | null;
  /** Whether it is the preview of the current input. */
  isCurrent: boolean;
}

/** The preview of a change of many services: how many change, and which. */
export function ChangedServices<Item extends { id: number; name: string }>(props: ChangedServicesProps<Item>) {
  const { summary, warnings, label, items, changeOf, leftOut, isCurrent } = props;
  return (
    <Stack gap="2" opacity={isCurrent ? 1 : 0.6} aria-busy={!isCurrent}>
      <Text fontWeight="semibold" aria-live="polite">
        {summary}
      </Text>
      {warnings}
      {items.length > 0 && (
        <Box
          role="region"
          aria-label={label}
          tabIndex={0}
          borderWidth="1px"
          borderRadius="l2"
          maxH="35vh"
          overflowY="auto"
        >
          <Box as="ul" listStyleType="none">
            {items.map((item) => (
              <Flex
                as="li"
                key={item.id}
                direction={{ base: 'column', sm: 'row' }}
                justify="space-between"
                columnGap="4"
                px="3"
                py="1.5"
                textStyle="sm"
                borderBottomWidth="1px"
                _last={{ borderBottomWidth: '0' }}
              >
                <Box minW="0" dir="auto">
                  <ServiceName id={item.id} name={item.name} lines={1} />
                </Box>
                {changeOf?.(item)}
              </Flex>
            ))}
          </Box>
        </Box>
      )}
      {leftOut && (
        <Text textStyle="sm" color="fg.muted">
          {leftOut}
        </Text>
      )}
    </Stack>
  );
}
