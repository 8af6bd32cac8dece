import { Box, Button, Flex, Grid, Heading, Skeleton, Stack, Tabs, Text, VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { ErrorState } from '../../components/error-state.tsx';
import { LineTab } from '../../components/line-tab.tsx';
import { ServiceImage } from '../../components/service-image.tsx';
import { WholeServiceName } from '../../components/whole-service-name.tsx';
import { categoryTexts } from '../../i18n/en/common.ts';
import { homeMoreTexts } from '../../i18n/en/home-more.ts';
import { useIsWide } from '../../lib/media.ts';
import { type Platform, platforms, platformsIn } from '../../lib/platforms.ts';
import { trpc } from '../../lib/trpc.ts';
import { oneOf, useUrlParam } from '../../lib/url-state.ts';
import { useOpenOrder } from '../orders/order-dialog-host.tsx';
import { OfferBullets, OfferFigures, OfferOrderButton, type OfferProps } from './offer-parts.tsx';
import { OfferRow } from './offer-row.tsx';

const MOST_OFFERS = 100;
/** Three rows of cards; a button shows the others. */
const SHOWN_AT_FIRST = 9;
/** The value of the tab for all platforms; tabs need one, and the URL has none. */
const allTab = 'all';
const columns = 'repeat(auto-fill, minmax(min(100%, 22rem), 1fr))';

/** The featured services with a tab for each of their platforms; orders open from here. */
export function Offers() {
  const t = useStore(homeMoreTexts);
  const order = useOpenOrder();
  const isWide = useIsWide();
  const list = trpc.services.list.useQuery({ category: 'feature', sort: 'recommended', limit: MOST_OFFERS });
  const offers = list.data?.items ?? [];
  const named = new Set(offers.flatMap(({ name }) => platformsIn(name)));
  const [asked, choose] = useUrlParam('platform');
  const platform = oneOf(
    asked,
    platforms.filter((each) => named.has(each)),
  );
  const [showsAll, setShowsAll] = useState(false);
  const ofPlatform = offers.filter(({ name }) => !platform || platformsIn(name).includes(platform));
  const shown = showsAll ? ofPlatform : ofPlatform.slice(0, SHOWN_AT_FIRST);

  if (list.data && offers.length === 0) return null;
  return (
    <Stack as="section" aria-label={t.offers} gap="5">
      <Stack gap="1">
        <Heading as="h2" size="2xl">
          {t.offers}
        </Heading>
        <Text color="fg.muted">{t.offersText}</Text>
      </Stack>
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <OffersSkeleton />}
      {list.data && (
        <Tabs.Root
          value={platform ?? allTab}
          activationMode="manual"
          variant="plain"
          onValueChange={({ value }) => choose(value === allTab ? '' : value)}
        >
          <PlatformTabs named={named} />
          <Tabs.Content value={platform ?? allTab} pt={{ md: '4' }}>
            {isWide ? (
              <Grid templateColumns={columns} gap="4">
                {shown.map((offer) => (
                  <OfferCard key={offer.id} offer={offer} onOrder={order} />
                ))}
              </Grid>
            ) : (
              shown.map((offer) => <OfferRow key={offer.id} offer={offer} onOrder={order} />)
            )}
            {shown.length < ofPlatform.length && (
              <Button mt="4" variant="outline" onClick={() => setShowsAll(true)}>
                {t.showAll({ count: ofPlatform.length })}
              </Button>
            )}
          </Tabs.Content>
        </Tabs.Root>
      )}
    </Stack>
  );
}

function PlatformTabs({ named }: { named: ReadonlySet<Platform> }) {
  const t = useStore(homeMoreTexts);
  const names = useStore(categoryTexts);
  return (
    <Tabs.List
      aria-label={t.offers}
      display="flex"
      gap="1"
      overflowX="auto"
      borderBottomWidth="1px"
      css={{ scrollbarWidth: 'none' }}
    >
      <LineTab value={allTab}>{t.all}</LineTab>
      {platforms
        .filter((each) => named.has(each))
        .map((each) => (
          <LineTab key={each} value={each}>
            {each === 'apple' ? 'Apple' : names[each]}
          </LineTab>
        ))}
    </Tabs.List>
  );
}

function OffersSkeleton() {
  const t = useStore(homeMoreTexts);
  return (
    <Box aria-busy>
      <VisuallyHidden>{t.loading}</VisuallyHidden>
      <Grid templateColumns={{ md: columns }} gap={{ base: '2', md: '4' }}>
        {[0, 1, 2, 3, 4, 5].map((card) => (
          <Skeleton key={card} h={{ base: '14', md: '64' }} />
        ))}
      </Grid>
    </Box>
  );
}

/** A featured service with its whole description, for wide screens. */
function OfferCard({ offer, onOrder }: OfferProps) {
  const titleId = `offer-${offer.id}`;
  return (
    <Flex as="article" aria-labelledby={titleId} direction="column" gap="3" p="4" borderWidth="1px" borderRadius="box">
      <Flex gap="3" align="center" minH="10">
        <ServiceImage service={offer} size={40} />
        <Heading as="h3" id={titleId} size="md" minW="0" overflowWrap="anywhere">
          <WholeServiceName {...offer} />
        </Heading>
      </Flex>
      <Box flex="1">
        <OfferBullets offer={offer} />
      </Box>
      <Box borderTopWidth="1px" pt="3">
        <OfferFigures offer={offer} />
      </Box>
      <OfferOrderButton offer={offer} onOrder={onOrder} titleId={titleId} />
    </Flex>
  );
}
