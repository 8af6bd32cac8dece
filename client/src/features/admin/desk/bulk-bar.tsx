import { Button, CloseButton, Flex, Text } from '@chakra-ui/react';
import { LuCheck, LuX } from 'react-icons/lu';
import { formatCount } from '../../../lib/format.ts';
import type { Desk } from './use-desk.ts';

/** How many rows are selected and what can be done with them; stays in sight at the foot of the screen. */
export function BulkBar<Row>({ desk }: { desk: Desk<Row> }) {
  const { rows, onChange } = desk.selection;
  if (rows.length === 0) return null;
  const approvable = rows.filter((row) => desk.can(row, 'approve')).length;
  const rejectable = rows.filter((row) => desk.can(row, 'reject')).length;
  return (
    <Flex
      role="region"
      aria-label="Selected rows"
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
        <CloseButton size="sm" aria-label="Clear selection" onClick={() => onChange({})} />
        <Text fontWeight="semibold" fontVariantNumeric="tabular-nums" aria-live="polite">
          {formatCount(rows.length)} selected
        </Text>
      </Flex>
      <Flex gap="2" flexGrow={{ base: 1, sm: 0 }}>
        <Button
          flex="1"
          colorPalette="brand"
          disabled={approvable === 0}
          onClick={() => desk.bulk.ask('approve')}
          aria-label={`Approve ${approvable} selected`}
        >
          <LuCheck aria-hidden /> Approve {formatCount(approvable)}
        </Button>
        <Button
          flex="1"
          variant="outline"
          disabled={rejectable === 0}
          onClick={() => desk.bulk.ask('reject')}
          aria-label={`Reject ${rejectable} selected`}
        >
          <LuX aria-hidden /> Reject {formatCount(rejectable)}
        </Button>
      </Flex>
    </Flex>
  );
}
