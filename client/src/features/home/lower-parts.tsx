import { Box, Flex, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuBadgeDollarSign, LuMessagesSquare, LuReceipt, LuZap } from 'react-icons/lu';
import { homeMoreTexts } from '../../i18n/en/home-more.ts';
import { Closing } from './closing.tsx';
import { HomeFooter } from './home-footer.tsx';
import { Offers } from './offers.tsx';
import { Videos } from './videos.tsx';

const reasons = [
  { icon: <LuBadgeDollarSign />, title: 'reasonPrices', text: 'reasonPricesText' },
  { icon: <LuZap />, title: 'reasonDelivery', text: 'reasonDeliveryText' },
  { icon: <LuReceipt />, title: 'reasonMoney', text: 'reasonMoneyText' },
  { icon: <LuMessagesSquare />, title: 'reasonSupport', text: 'reasonSupportText' },
] as const;

function Reasons() {
  const t = useStore(homeMoreTexts);
  return (
    <Stack as="section" aria-label={t.why} gap="4">
      <Heading as="h2" size="2xl">
        {t.why}
      </Heading>
      <Grid templateColumns={{ sm: 'repeat(2, 1fr)', lg: 'repeat(4, 1fr)' }} gap={{ base: '4', md: '8' }}>
        {reasons.map(({ icon, title, text }) => (
          <Stack key={title} gap="1" borderTopWidth="1px" pt="3">
            <Flex align="center" gap="2.5" fontWeight="semibold">
              <Box aria-hidden>{icon}</Box>
              <h3>{t[title]}</h3>
            </Flex>
            <Text color="fg.muted" textStyle="sm">
              {t[text]}
            </Text>
          </Stack>
        ))}
      </Grid>
    </Stack>
  );
}

const gap = { base: '10', md: '16' };

/** The home page between its second screen and the questions. */
export function HomeMore() {
  return (
    <Stack gap={gap}>
      <Videos />
      <Offers />
      <Reasons />
    </Stack>
  );
}

/** The home page below the questions. */
export function HomeEnd() {
  return (
    <Stack gap={gap}>
      <Closing />
      <HomeFooter />
    </Stack>
  );
}
