import { Box, Flex, Grid, Heading, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuArrowRight, LuCircleCheck } from 'react-icons/lu';
import { AppLink } from '../../components/app-link.tsx';
import { shopTexts } from '../../i18n/en/shop.ts';
import { formatCount } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';

/** What waits for an admin's decision, with the way there. */
export function WaitingPanel({ recharges, orders }: { recharges: number; orders: number }) {
  const t = useStore(shopTexts);
  return (
    <Box as="section" aria-labelledby="waiting">
      <Heading as="h2" size="md" id="waiting" mb="3">
        {t.waiting}
      </Heading>
      <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4">
        <Waiting
          count={recharges}
          words={t.recharges({ count: recharges })}
          none={t.noRecharges}
          to={paths.manageRecharges}
        />
        <Waiting count={orders} words={t.orders({ count: orders })} none={t.noOrders} to={paths.manageOrders} />
      </Grid>
    </Box>
  );
}

interface WaitingProps {
  count: number;
  /** Beside the count. */
  words: string;
  /** Where the count is 0. */
  none: string;
  to: string;
}

function Waiting({ count, words, none, to }: WaitingProps) {
  const isDone = count === 0;
  return (
    <Flex
      asChild
      align="center"
      gap="3"
      minH="14"
      px="5"
      borderWidth="1px"
      borderRadius="l2"
      borderColor={isDone ? 'border' : 'brand.border'}
      bg={isDone ? undefined : 'brand.subtle'}
      _hover={{ borderColor: 'border.field' }}
    >
      <AppLink to={to}>
        {isDone ? (
          <Box color="fg.success" aria-hidden>
            <LuCircleCheck />
          </Box>
        ) : (
          <Text fontSize="xl" fontWeight="semibold" fontVariantNumeric="tabular-nums">
            {formatCount(count)}
          </Text>
        )}
        <Text flex="1">{isDone ? none : words}</Text>
        <LuArrowRight aria-hidden />
      </AppLink>
    </Flex>
  );
}
