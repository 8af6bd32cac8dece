import { Box, chakra, Flex } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { homeMoreTexts } from '../../i18n/en/home-more.ts';
import { formatCount, formatMinutes } from '../../lib/format.ts';
import { trpc } from '../../lib/trpc.ts';

/** The shop's measured figures. The server hides each while it has too few orders; without any there is nothing to show. */
export function Proof() {
  const t = useStore(homeMoreTexts);
  const { data } = trpc.stats.shop.useQuery();
  if (!data || (data.completedOrders === null && data.medianMinutes === null)) return null;
  const { completedOrders, medianMinutes, services } = data;
  const figures = [
    completedOrders !== null && { figure: `${formatCount(completedOrders)}+`, label: t.completed },
    medianMinutes !== null && { figure: formatMinutes(medianMinutes), label: t.median },
    { figure: formatCount(services), label: t.servicesOnOffer({ count: services }) },
  ];
  return (
    <Flex asChild borderYWidth="1px" py={{ base: '4', md: '6' }} gap={{ base: '4', md: '10' }}>
      <dl aria-label={t.figures}>
        {figures.map(
          (each) =>
            each && (
              <Flex key={each.label} direction="column-reverse" justify="flex-end" flex="1" minW="0">
                <chakra.dt textStyle="xs" color="fg.muted">
                  {each.label}
                </chakra.dt>
                <Box
                  asChild
                  fontSize={{ base: 'lg', md: '3xl' }}
                  fontWeight="semibold"
                  fontVariantNumeric="tabular-nums"
                >
                  <dd>{each.figure}</dd>
                </Box>
              </Flex>
            ),
        )}
      </dl>
    </Flex>
  );
}
