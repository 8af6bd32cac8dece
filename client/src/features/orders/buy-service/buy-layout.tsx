import { Box, Flex, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ComponentProps, ReactNode } from 'react';
import { NumberedSteps } from '../../../components/numbered-steps.tsx';
import { buyServiceTexts } from '../../../i18n/en/buy-service.ts';
import { formatCount } from '../../../lib/format.ts';
import { OrderFoot } from '../order-sums.tsx';
import { Panel } from '../panel.tsx';

interface BuyLayoutProps extends Omit<ComponentProps<'form'>, 'children'> {
  fields: ReactNode;
  /** What is bought. */
  aside: ReactNode;
  /** The sums and the button. */
  foot: ReactNode;
}

/** The fields, and beside them what is bought, its sums and what comes next; on narrow screens below each other. */
export function BuyLayout({ fields, aside, foot, ...form }: BuyLayoutProps) {
  return (
    <Box
      asChild
      display={{ base: 'flex', xl: 'grid' }}
      flexDirection="column"
      gridTemplateColumns="minmax(0, 1fr) 24rem"
      gridTemplateRows="auto 1fr"
      gap="5"
    >
      <form noValidate {...form}>
        <Flex display={{ base: 'contents', xl: 'flex' }} direction="column" gap="5" gridRow="span 2">
          <Stack gap="5" borderWidth={{ md: '1px' }} borderRadius="l3" p={{ md: '6' }}>
            {fields}
          </Stack>
          <NextSteps />
        </Flex>
        {aside}
        <OrderFoot>{foot}</OrderFoot>
      </form>
    </Box>
  );
}

function NextSteps() {
  const t = useStore(buyServiceTexts);
  const steps = [t.nextCharge, t.nextFollow, t.nextRefund];
  return (
    <Panel title={t.next} order={{ base: '1', xl: '0' }}>
      <Flex color="fg.muted">
        <NumberedSteps
          steps={steps.map((step) => ({ key: step, content: step }))}
          formatNumber={formatCount}
          gap="3"
          align="center"
        />
      </Flex>
    </Panel>
  );
}
