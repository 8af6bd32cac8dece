import { Flex, Skeleton, Stack, VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { commonTexts } from '../../i18n/en/common.ts';

const rows = [0, 1, 2, 3, 4, 5, 6, 7];

/** A placeholder for the list while its first page loads. */
export function TableSkeleton({ columns, isWide }: { columns: number; isWide: boolean }) {
  const t = useStore(commonTexts);
  const cells = Array.from({ length: Math.min(columns, 8) }, (_, at) => at);
  return (
    <Stack gap={isWide ? '0' : '3'} borderWidth={isWide ? '1px' : '0'} borderRadius="l2" aria-busy>
      <VisuallyHidden>{t.loading}</VisuallyHidden>
      {rows.map((row) =>
        isWide ? (
          <Flex
            key={row}
            gap="6"
            px="4"
            h="12"
            align="center"
            borderBottomWidth={row === rows.length - 1 ? '0' : '1px'}
          >
            {cells.map((cell) => (
              <Skeleton key={cell} h="4" flex="1" />
            ))}
          </Flex>
        ) : (
          <Skeleton key={row} h="36" />
        ),
      )}
    </Stack>
  );
}
