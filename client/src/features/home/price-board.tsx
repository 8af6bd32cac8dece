import { Box, Flex, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { AppLink } from '../../components/app-link.tsx';
import { CategoryIcon } from '../../components/category-icon.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { homeTexts } from '../../i18n/en/home.ts';
import { formatHours } from '../../lib/format.ts';
import { categoryPath, paths } from '../../lib/paths.ts';
import { trpc } from '../../lib/trpc.ts';

const ROWS = 5;
const placeholders = Array.from({ length: ROWS }, (_, at) => at);

/** The product itself at work: what the featured services cost right now. Its height is kept from the start. */
export function PriceBoard() {
  const t = useStore(homeTexts);
  const { data, isError } = trpc.services.list.useQuery({ category: 'feature', limit: ROWS });
  if (isError || data?.items.length === 0) return null;
  return (
    <Box as="section" aria-label={t.pricesToday} borderWidth="1px" borderRadius="box" overflow="clip">
      <Flex justify="space-between" px="5" py="3" bg="bg.subtle" borderBottomWidth="1px" textStyle="sm">
        <Text fontWeight="semibold">{t.pricesToday}</Text>
        <Text color="fg.muted">{t.per1000}</Text>
      </Flex>
      <Stack as="ul" listStyleType="none" gap="0">
        {data
          ? data.items.map(({ id, name, category, priceMicros, min, avgTimeHours }) => (
              <Box as="li" key={id} borderBottomWidth="1px">
                <Flex asChild align="center" gap="3.5" px="5" h="16" _hover={{ bg: 'bg.subtle' }}>
                  <AppLink to={categoryPath(category)}>
                    <CategoryIcon category={category} size={32} />
                    <Box flex="1" minW="0">
                      <Text fontWeight="semibold" truncate>
                        {name}
                      </Text>
                      <Text textStyle="xs" color="fg.muted">
                        {t.from({ min, time: formatHours(avgTimeHours) })}
                      </Text>
                    </Box>
                    <MoneyText priceMicros={priceMicros} fontWeight="semibold" fontSize="lg" />
                  </AppLink>
                </Flex>
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
      <Flex asChild px="5" h="12" align="center" textStyle="sm" fontWeight="semibold" textDecoration="underline">
        <AppLink to={paths.services}>{t.allServices}</AppLink>
      </Flex>
    </Box>
  );
}
