import { Box, Button, Flex, Span, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type Ref, useEffect, useRef } from 'react';
import { LuHeadset, LuUser } from 'react-icons/lu';
import { conversationTexts } from '../../i18n/en/tickets.ts';
import type { Outputs } from '../../lib/trpc.ts';
import { MessageText } from '../message-text/message-text.tsx';
import { TimeText } from '../time-text.tsx';

type Message = Outputs['tickets']['get']['messages'][number];
/** The reader's side: their own messages are at the end. */
type Side = Message['by'];

interface ConversationProps {
  side: Side;
  /** Oldest first. */
  messages: readonly Message[];
  hasEarlier: boolean;
  isFetchingEarlier: boolean;
  onEarlier: () => void;
}

/** The messages of a ticket, scrolled to the newest; new ones are announced. */
export function Conversation({ side, messages, hasEarlier, isFetchingEarlier, onEarlier }: ConversationProps) {
  const t = useStore(conversationTexts);
  const last = useNewestInSight(messages.at(-1)?.seq);
  return (
    <Stack gap="4">
      {hasEarlier && (
        <Button variant="outline" size="sm" alignSelf="center" loading={isFetchingEarlier} onClick={onEarlier}>
          {t.earlier}
        </Button>
      )}
      <Box role="log" aria-label={t.conversation}>
        <Stack as="ol" listStyleType="none" gap="4">
          {messages.map((message, at) => (
            <Entry
              key={message.seq}
              {...(at === messages.length - 1 ? { ref: last } : {})}
              message={message}
              side={side}
            />
          ))}
        </Stack>
      </Box>
    </Stack>
  );
}

interface EntryProps {
  message: Message;
  side: Side;
  ref?: Ref<HTMLDivElement>;
}

function Entry({ message: { by, byName, message, at }, side, ref }: EntryProps) {
  const t = useStore(conversationTexts);
  const isOwn = by === side;
  const role = by === 'admin' ? t.support : t.customer;
  return (
    <Stack
      as="li"
      ref={ref}
      gap="1"
      alignSelf={isOwn ? 'end' : 'start'}
      maxW={{ base: '92%', md: '80%' }}
      minW="0"
      scrollMarginBlock="8rem"
    >
      <Flex gap="2" align="center" textStyle="xs" color="fg.muted" justify={isOwn ? 'end' : 'start'} wrap="wrap">
        <Span aria-hidden>{by === 'admin' ? <LuHeadset /> : <LuUser />}</Span>
        <Text fontWeight="semibold" overflowWrap="anywhere" minW="0">
          {isOwn && side === 'customer' ? t.you : (byName ?? role)}
        </Text>
        <TimeText at={at} />
      </Flex>
      <Box px="4" py="3" borderWidth="1px" borderRadius="l2" bg={isOwn ? 'bg.subtle' : 'bg'} minW="0">
        <MessageText text={message} />
      </Box>
    </Stack>
  );
}

/** Scrolls to the newest message when it changes, not when earlier ones are loaded. */
function useNewestInSight(newestSeq: number | undefined) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (newestSeq !== undefined) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [newestSeq]);
  return ref;
}
