import { Box, chakra, Flex, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { NANOS_PER_DOLLAR, nanos, takaFor } from '#shared/money.ts';
import { homeMoreTexts } from '../../i18n/en/home-more.ts';
import { formatCount } from '../../lib/format.ts';
import { formatTaka } from '../../lib/money.ts';
import { trpc } from '../../lib/trpc.ts';

const DOLLAR = nanos(NANOS_PER_DOLLAR);

/** How a customer pays, with the rate and the names of the active payment methods. */
export function PaymentSteps() {
  const t = useStore(homeMoreTexts);
  const { data } = trpc.balance.methodNames.useQuery();
  const steps = [
    { title: t.payChoose, text: data && t.payChooseText({ taka: formatTaka(takaFor(DOLLAR, data.ratePaisa)) }) },
    { title: t.paySend, text: t.paySendText },
    { title: t.payOrder, text: t.payOrderText },
  ];
  return (
    <Stack as="section" aria-label={t.payment} gap="4">
      <Heading as="h2" size="xl">
        {t.payment}
      </Heading>
      <Flex wrap="wrap" gap="2" minH="10">
        {data?.methods.map(({ name, logo }) => (
          <Flex
            key={name}
            align="center"
            gap="2"
            h="10"
            ps="2"
            pe="3"
            borderWidth="1px"
            borderRadius="l2"
            textStyle="sm"
            fontWeight="semibold"
          >
            {logo && <chakra.img src={logo} alt="" width={24} height={24} boxSize="6" loading="lazy" />}
            {name}
          </Flex>
        ))}
      </Flex>
      <Grid as="ol" templateColumns={{ md: 'repeat(3, minmax(0, 1fr))' }} gap={{ base: '3', md: '6' }}>
        {steps.map(({ title, text }, at) => (
          <Flex as="li" key={title} gap="3" borderTopWidth="1px" pt="3">
            <Text color="fg.muted" fontWeight="semibold" minW="3" aria-hidden>
              {formatCount(at + 1)}
            </Text>
            <Box>
              <Text fontWeight="semibold">{title}</Text>
              <Text color="fg.muted" textStyle="sm">
                {text ?? '…'}
              </Text>
            </Box>
          </Flex>
        ))}
      </Grid>
    </Stack>
  );
}
