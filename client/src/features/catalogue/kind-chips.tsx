import { Button, Flex, Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useSearchParams } from 'react-router-dom';
import type { ServiceSort } from '#shared/services.ts';
import { AppLink } from '../../components/app-link.tsx';
import type { ShopKind, ShopTop } from '../../components/use-shop-categories.ts';
import { catalogueTexts } from '../../i18n/en/catalogue.ts';
import { factTexts } from '../../i18n/en/facts.ts';
import { formatCount } from '../../lib/format.ts';
import { useCentred } from './use-centred.ts';
import { usePrefetchCategory } from './use-service-list.ts';

interface KindChipsProps {
  top: ShopTop;
  /** The slug of the chosen kind; undefined for all of the top. */
  kind: string | undefined;
  sort: ServiceSort;
}

/** The kinds of a top as links, in a row that scrolls sideways on a phone. */
export function KindChips({ top, kind, sort }: KindChipsProps) {
  const t = useStore(catalogueTexts);
  const words = useStore(factTexts);
  const prefetch = usePrefetchCategory();
  const [params] = useSearchParams();
  const row = useCentred(`${top.slug}/${kind}`, true);
  const pathOf = (category: string) => {
    const next = new URLSearchParams(params);
    next.set('category', category);
    return `?${next}`;
  };
  const chips: ShopKind[] = [{ slug: top.slug, name: t.all, count: top.count }, ...top.kinds];
  return (
    <Flex
      ref={row}
      as="nav"
      aria-label={words.kinds}
      position="relative"
      gap="2"
      py="2"
      mx={{ base: '-4', md: '0' }}
      px={{ base: '4', md: '0' }}
      wrap={{ base: 'nowrap', md: 'wrap' }}
      overflowX="auto"
      borderBottomWidth={{ base: '1px', md: '0' }}
      css={{ scrollbarWidth: 'none' }}
    >
      {chips.map(({ slug, name, count }) => {
        const isOn = slug === (kind ?? top.slug);
        return (
          <Button
            key={slug}
            asChild
            size="sm"
            h={{ base: '11', md: '9' }}
            px="3"
            flexShrink="0"
            borderRadius="selector"
            variant={isOn ? 'solid' : 'outline'}
          >
            <AppLink
              to={pathOf(slug)}
              aria-current={isOn || undefined}
              onPointerEnter={() => void prefetch(slug, sort)}
            >
              {name}
              {count !== undefined && (
                <Span fontVariantNumeric="tabular-nums" fontWeight="normal" opacity={isOn ? 1 : 0.75}>
                  {formatCount(count)}
                </Span>
              )}
            </AppLink>
          </Button>
        );
      })}
    </Flex>
  );
}
