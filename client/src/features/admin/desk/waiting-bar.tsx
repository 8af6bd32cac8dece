import { Button, Flex, Kbd, Text } from '@chakra-ui/react';
import { sendNow, undoLast, useOutbox } from './outbox.ts';

/** How many decisions can still be undone; stays in sight at the foot of the screen, as their rows may not. */
export function WaitingBar({ lifted }: { lifted: boolean }) {
  const count = [...useOutbox().values()].filter(({ phase }) => phase === 'waiting').length;
  if (count === 0) return null;
  return (
    <Flex
      role="region"
      aria-label="Decisions that wait"
      position="sticky"
      bottom={`calc(var(--bottom-bar) + ${lifted ? '6rem' : '1rem'})`}
      zIndex="docked"
      alignSelf="end"
      w="fit-content"
      ms="auto"
      align="center"
      gap="3"
      mt="4"
      px="3"
      py="2"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border.field"
      borderRadius="l2"
    >
      <Text textStyle="sm" fontVariantNumeric="tabular-nums" aria-live="polite">
        {count === 1 ? '1 decision waits' : `${count} decisions wait`}
      </Text>
      <Button size="xs" variant="outline" onClick={undoLast}>
        Undo last{' '}
        <Kbd size="sm" hideBelow="md">
          Z
        </Kbd>
      </Button>
      <Button size="xs" variant="ghost" onClick={() => void sendNow()}>
        Send now
      </Button>
    </Flex>
  );
}
