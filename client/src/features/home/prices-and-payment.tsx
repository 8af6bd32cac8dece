import { Button, Grid, Heading, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { CategoryIcon } from '../../components/category-icon.tsx';
import { useShopCategories } from '../../components/use-shop-categories.ts';
import { homeMoreTexts } from '../../i18n/en/home-more.ts';
import { categoryPath } from '../../lib/paths.ts';
import { useInSight } from '../../lib/use-in-sight.ts';
import { PaymentSteps } from './payment-steps.tsx';
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

/** The list has the others. */
const MOST_TOPS = 16;

/** The service list by platform. */
function Platforms() {
  const t = useStore(homeMoreTexts);
  const place = useRef<HTMLDivElement>(null);
  // Not with the page: a shop may have hundreds, and its HTML fits into the first segments of a connection.
  const { tops } = useShopCategories({ enabled: useInSight(place) });
  return (
    <Stack as="nav" ref={place} aria-label={t.platforms} gap="4">
      <Heading as="h2" size="xl">
        {t.platforms}
      </Heading>
      <Grid templateColumns="repeat(2, minmax(0, 1fr))" gap="2">
        {tops.slice(0, MOST_TOPS).map(({ slug, name }) => (
          <Button
            key={slug}
            asChild
            variant="outline"
            justifyContent="start"
            px="3"
            borderColor="border"
            fontWeight="normal"
          >
            <AppLink to={categoryPath(slug)}>
              <CategoryIcon category={slug} />
              {name}
            </AppLink>
          </Button>
        ))}
      </Grid>
    </Stack>
  );
}
