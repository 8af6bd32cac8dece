import { Grid, Stack } from '@chakra-ui/react';
import { PaymentSteps } from './payment-steps.tsx';
import { Platforms } from './platforms.tsx';
import { PriceBoard } from './price-board.tsx';
import { ShopContact } from './shop-contact.tsx';

/** The second screen: prices, how to pay them, and how to reach the shop. */
export default function PricesAndPayment() {
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1.6fr) minmax(0, 1fr)' }}
      gap={{ base: '10', lg: '16' }}
      alignItems="start"
    >
      <Stack gap="10">
        <PriceBoard />
        <PaymentSteps />
      </Stack>
      <Grid templateColumns={{ md: 'repeat(2, minmax(0, 1fr))', lg: 'minmax(0, 1fr)' }} gap="10" alignItems="start">
        <ShopContact />
        <Platforms />
      </Grid>
    </Grid>
  );
}
