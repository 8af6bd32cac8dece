import { Box, Button, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuArrowRight } from 'react-icons/lu';
import { AppLink } from '../../components/app-link.tsx';
import { NumberedSteps } from '../../components/numbered-steps.tsx';
import { dashboardTexts } from '../../i18n/en/dashboard.ts';
import { inReadersDigits } from '../../i18n/grouped.ts';
import type { AmountToAdd } from '../../lib/amount-to-add.ts';
import { paths } from '../../lib/paths.ts';

/** Enough for a first order of most services; another amount can be typed. */
const FIRST_AMOUNT: AmountToAdd = { amountToAdd: '5' };

/** Leads new customers to their first recharge. @param amount the amount that a pending order lacks */
export function FirstTopUp({ amount = FIRST_AMOUNT }: { amount?: AmountToAdd | undefined }) {
  const t = useStore(dashboardTexts);
  const steps = [t.firstChoose, t.firstSend, t.firstWait];
  return (
    <Flex
      as="section"
      aria-labelledby="first-top-up"
      direction={{ base: 'column', lg: 'row' }}
      align={{ lg: 'center' }}
      gap={{ base: '5', lg: '10' }}
      borderWidth="1px"
      borderRadius="l3"
      p={{ base: '4', md: '6' }}
    >
      <Stack flex="1" gap="4">
        <Box>
          <Heading as="h2" size="xl" id="first-top-up">
            {t.firstTopUp}
          </Heading>
          <Text color="fg.muted">{t.firstTopUpText}</Text>
        </Box>
        <NumberedSteps steps={steps.map((step) => ({ key: step, content: step }))} gap="2" align="center" />
      </Stack>
      <Button asChild colorPalette="brand" size="lg">
        <AppLink to={paths.addBalance} state={amount}>
          {t.addAmount({ amount: inReadersDigits(`$${amount.amountToAdd}`) })} <LuArrowRight aria-hidden />
        </AppLink>
      </Button>
    </Flex>
  );
}
