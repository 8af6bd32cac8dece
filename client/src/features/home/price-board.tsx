import { Box, chakra, Flex, Heading, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { AppLink } from '../../components/app-link.tsx';
import { CategoryIcon } from '../../components/category-icon.tsx';
import { WholeServiceName } from '../../components/whole-service-name.tsx';
import { homeMoreTexts } from '../../i18n/en/home-more.ts';
import { paths } from '../../lib/paths.ts';
import { lookOf } from '../../lib/platforms.ts';
import { useOrderParam } from '../../lib/use-order-param.ts';
import { MeasuredTime } from './measured-time.tsx';
import { limitsAndTime, OfferPrice } from './offer-price.tsx';
import { BOARD_ROWS, useBoard } from './use-board.ts';

const placeholders = Array.from({ length: BOARD_ROWS }, (_, at) => at);

/** The current prices of the featured services; each opens its order. Its height is reserved from the start. */
export function PriceBoard() {
  const t = useStore(homeMoreTexts);
  const { open } = useOrderParam();
  const { data, isError } = useBoard();
  if (isError || data?.items.length === 0) return null;
  return (
    <Box as="section" aria-label={t.pricesToday} borderWidth="1px" borderRadius="box" overflow="clip">
      <Flex
        justify="space-between"
        align="baseline"
        px={{ base: '4', md: '5' }}
        py="3"
        bg="bg.subtle"
        borderBottomWidth="1px"
      >
        <Heading as="h2" size="md">
          {t.pricesToday}
        </Heading>
        <Text color="fg.muted" textStyle="sm">
          {t.per1000}
        </Text>
      </Flex>
      <Stack as="ul" listStyleType="none" gap="0">
        {data
          ? data.items.map((service) => (
              <Box as="li" key={service.id} borderBottomWidth="1px">
                <Row
                  href={`${paths.home}?order=${service.id}`}
                  onClick={(event) => {
                    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                    event.preventDefault();
                    open(service.id);
                  }}
                >
                  <CategoryIcon category={lookOf(service)} size={32} />
                  <Box flex="1" minW="0">
                    <Text fontWeight="semibold" lineHeight="short">
                      <WholeServiceName {...service} />
                    </Text>
                    <Text textStyle="xs" color="fg.muted">
                      {limitsAndTime(service)}
                      <MeasuredTime service={service} />
                    </Text>
                  </Box>
                  <OfferPrice offer={service} fontSize="lg" />
                </Row>
              </Box>
            ))
          : placeholders.map((row) => (
              <Flex as="li" key={row} align="center" gap="3.5" px="5" h="16" borderBottomWidth="1px">
                <Skeleton boxSize="8" />
                <Skeleton h="4" flex="1" />
                <Skeleton h="4" w="14" />
              </Flex>
            ))}
      </Stack>
      <Flex
        asChild
        px={{ base: '4', md: '5' }}
        h="12"
        align="center"
        textStyle="sm"
        fontWeight="semibold"
        textDecoration="underline"
      >
        <AppLink to={paths.services}>{t.allServices}</AppLink>
      </Flex>
    </Box>
  );
}

const Row = chakra('a', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3.5',
    w: 'full',
    minH: '16',
    px: { base: '4', md: '5' },
    py: '2',
    _hover: { bg: 'bg.subtle' },
    _focusVisible: { outlineOffset: '-2px' },
  },
});
