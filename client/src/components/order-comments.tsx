import { Box, Flex, Heading, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { joined } from '#shared/comment-lines.ts';
import { orderPartsTexts } from '../i18n/en/order-parts.ts';
import type { Outputs } from '../lib/trpc.ts';
import { CopyButton } from './copy-button.tsx';

interface OrderCommentsProps {
  order: Pick<Outputs['orders']['get'], 'comments'>;
  /** The level of the heading. */
  level: 'h2' | 'h3';
}

/** The comments of an order, if it has some: one a line, to read and to copy. Hundreds of them scroll. */
export function OrderComments({ order: { comments }, level }: OrderCommentsProps) {
  const t = useStore(orderPartsTexts);
  if (!comments) return null;
  const lines = joined(comments);
  const title = t.count({ count: comments.length });
  return (
    <Stack as="section" aria-label={title} gap="3" minW="0">
      <Flex justify="space-between" align="center" gap="3">
        <Heading as={level} size="sm">
          {title}
        </Heading>
        <CopyButton value={lines} label={t.comments} className="not-printed" />
      </Flex>
      <Box
        tabIndex={0}
        role="group"
        aria-label={title}
        translate="no"
        dir="auto"
        px="3"
        py="2"
        maxH="15rem"
        overflowY="auto"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
        textStyle="sm"
        bg="bg.subtle"
        borderRadius="l2"
        css={{ '@media print': { maxHeight: 'none' } }}
      >
        {lines}
      </Box>
    </Stack>
  );
}
