import { Box, Combobox, createListCollection, Spinner, Text } from '@chakra-ui/react';
import { comboboxSlotRecipe } from '@chakra-ui/react/theme';
import { useStore } from '@nanostores/react';
import { keepPreviousData } from '@tanstack/react-query';
import { type Ref, useEffect, useMemo, useState } from 'react';
import { LuChevronsUpDown, LuX } from 'react-icons/lu';
import { latinDigits } from '#shared/latin-digits.ts';
import { parseId } from '#shared/parse-id.ts';
import { CategoryIcon } from '../../components/category-icon.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { Aside, SearchInput, useSearchedCombobox } from '../../components/searched-combobox.tsx';
import { ServiceName } from '../../components/service-name.tsx';
import { buyServiceTexts } from '../../i18n/en/buy-service.ts';
import { formatCount } from '../../lib/format.ts';
import { localName } from '../../lib/local-name.ts';
import { lookOf } from '../../lib/platforms.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';
import { unitOf } from './unit-of.ts';

type Service = Outputs['services']['get'];

interface ServiceComboboxProps {
  /** The input element. */
  ref?: Ref<HTMLInputElement>;
  label: string;
  /** Null until one is chosen. */
  serviceId: number | null;
  /** The chosen service, once it is loaded. */
  chosen?: Service | undefined;
  onChoose: (service: Service) => void;
  /** Offers a button that empties the field. */
  onClear?: () => void;
}

/** The length of the list; others are found by typing. */
const LISTED = 30;
const PAUSE_MS = 250;

/** A service, which the server searches for by name. */
export function ServiceCombobox({ ref, label, serviceId, chosen, onChoose, onClear }: ServiceComboboxProps) {
  const t = useStore(buyServiceTexts);
  const [search, setSearch] = useState('');
  const { items: found, left, isLoaded, isFetching } = useServices(search);
  const isSearching = search !== '';
  const all = useMemo(() => withChosen(found, chosen, { last: isSearching }), [found, chosen, isSearching]);
  const collection = useMemo(
    () => createListCollection({ items: all, itemToValue: ({ id }) => String(id), itemToString: localName }),
    // oxlint-disable-next-line react/exhaustive-deps -- The names depend on the language.
    [all, t],
  );
  // Without a search the chosen service is the active option, also if it is not among the first ones.
  const items = isSearching ? found : all;
  const combobox = useSearchedCombobox({
    collection,
    value: serviceId === null ? null : String(serviceId),
    text: serviceId === null ? '' : chosen && localName(chosen),
    placeholder: t.searchHint,
    onSearch: (typed) => setSearch(typed.trim()),
    onChoose,
    onClear,
  });
  return (
    <Combobox.RootProvider value={combobox} recipe={comboboxSlotRecipe}>
      <Combobox.Label>{label}</Combobox.Label>
      <Combobox.Control>
        {chosen && (
          <Box position="absolute" insetStart="3" top="0" bottom="0" display="grid" alignItems="center" aria-hidden>
            <CategoryIcon category={lookOf(chosen)} size={20} />
          </Box>
        )}
        <SearchInput ref={ref} ps={chosen ? '10' : '3'} textOverflow="ellipsis" />
        <Combobox.IndicatorGroup>
          {isFetching && <Spinner size="xs" borderWidth="1.5px" color="fg.muted" />}
          {onClear && chosen && (
            <Combobox.ClearTrigger aria-label={t.clear} color="fg.muted">
              <LuX aria-hidden />
            </Combobox.ClearTrigger>
          )}
          <Combobox.Trigger aria-label={t.showServices}>
            <LuChevronsUpDown aria-hidden />
          </Combobox.Trigger>
        </Combobox.IndicatorGroup>
      </Combobox.Control>
      <Combobox.Positioner>
        <Combobox.Content maxH="min(24rem, 50vh)">
          {items.length === 0 && <Aside>{isLoaded ? t.noneFound : t.loading}</Aside>}
          {items.map((item) => (
            <Combobox.Item item={item} key={item.id} minH="12" py="2" gap="3" alignItems="center" flexShrink="0">
              <Box flexShrink="0" css={{ '& svg': { width: '6', height: '6' } }}>
                <CategoryIcon category={lookOf(item)} />
              </Box>
              <Box flex="1" minW="0">
                <Text lineClamp="2" lineHeight="1.3">
                  <ServiceName {...item} />
                </Text>
                <Text textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
                  {item.per === 1 ? t.package : t.limits({ min: formatCount(item.min), max: formatCount(item.max) })}
                </Text>
              </Box>
              <Box textAlign="end" flexShrink="0">
                <MoneyText priceMicros={item.priceMicros} fontWeight="semibold" />
                <Text textStyle="xs" color="fg.muted">
                  {unitOf(item.per)}
                </Text>
              </Box>
              <Combobox.ItemIndicator />
            </Combobox.Item>
          ))}
          {left > 0 && <Aside>{t.moreMatch({ count: left })}</Aside>}
        </Combobox.Content>
      </Combobox.Positioner>
    </Combobox.RootProvider>
  );
}

/** Adds the chosen service to the results, so that the field can show its name. */
function withChosen(
  found: readonly Service[],
  chosen: Service | undefined,
  { last }: { last: boolean },
): readonly Service[] {
  if (!chosen || found.some(({ id }) => id === chosen.id)) return found;
  return last ? [...found, chosen] : [chosen, ...found];
}

/**
 * The server's results for the text of `appliedSearch`, which is set when typing pauses. A number also finds the service that has it, as
 * the first one.
 */
export function useServices(search = '') {
  const [appliedSearch, setAppliedSearch] = useState(search);
  useEffect(() => {
    const timer = setTimeout(() => setAppliedSearch(search), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [search]);
  const { data, isFetching } = trpc.services.list.useQuery(
    { limit: LISTED, ...(appliedSearch ? { search: appliedSearch } : {}) },
    { staleTime: 60_000, placeholderData: keepPreviousData },
  );
  const id = parseId(latinDigits(appliedSearch).replace(/^#/, ''));
  const numbered = trpc.services.get.useQuery({ id: id ?? 0 }, { enabled: id !== null, retry: false });
  const first = id === null ? undefined : numbered.data;
  const items = useMemo(() => {
    const found = data?.items ?? [];
    return first ? [first, ...found.filter((item) => item.id !== first.id)] : found;
  }, [data, first]);
  return { items, left: (data?.total ?? 0) - (data?.items.length ?? 0), isLoaded: data !== undefined, isFetching };
}
