import { Box, Combobox, createListCollection, Portal, Spinner, Text, useCombobox } from '@chakra-ui/react';
import { comboboxSlotRecipe } from '@chakra-ui/react/theme';
import { useStore } from '@nanostores/react';
import { keepPreviousData } from '@tanstack/react-query';
import { type Ref, useEffect, useMemo, useRef, useState } from 'react';
import { LuChevronsUpDown } from 'react-icons/lu';
import { CategoryIcon } from '../../components/category-icon.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { ServiceName } from '../../components/service-name.tsx';
import { buyServiceTexts } from '../../i18n/en/buy-service.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';

type Service = Outputs['services']['get'];

interface ServiceComboboxProps {
  /** The input element. */
  ref?: Ref<HTMLInputElement>;
  label: string;
  /** The category to search in; all by default. */
  category?: Service['category'] | undefined;
  /** Null until one is chosen. */
  serviceId: number | null;
  /** The chosen service, once it is loaded. */
  chosen?: Service | undefined;
  onChoose: (service: Service) => void;
}

/** The length of the list; others are found by typing. */
const LISTED = 30;
const PAUSE_MS = 250;

/** A service, which the server searches for by name. */
export function ServiceCombobox({ ref, label, category, serviceId, chosen, onChoose }: ServiceComboboxProps) {
  const t = useStore(buyServiceTexts);
  const [search, setSearch] = useState('');
  const { data, isFetching } = useResults(category, search);
  const items = data?.items ?? [];
  const collection = useMemo(
    () =>
      createListCollection({
        items: withChosen(data?.items ?? [], chosen),
        itemToValue: ({ id }) => String(id),
        itemToString: ({ name }) => name,
      }),
    [data, chosen],
  );
  const name = useRef(chosen?.name ?? '');
  const combobox = useCombobox({
    collection,
    value: serviceId === null ? [] : [String(serviceId)],
    defaultInputValue: name.current,
    openOnClick: true,
    placeholder: t.searchHint,
    onInputValueChange: ({ inputValue, reason }) => reason === 'input-change' && setSearch(inputValue.trim()),
    onValueChange({ items: [item] }) {
      if (!item) return;
      name.current = item.name;
      onChoose(item);
    },
    onOpenChange({ open }) {
      if (open) return;
      // A search text without a choice is removed.
      setSearch('');
      combobox.setInputValue(name.current);
    },
  });
  // It may have been chosen before the page was opened, or by going back.
  const { open: isOpen, setInputValue } = combobox;
  useEffect(() => {
    if (chosen === undefined || name.current === chosen.name) return;
    name.current = chosen.name;
    if (!isOpen) setInputValue(chosen.name);
  }, [chosen, isOpen, setInputValue]);
  const left = (data?.total ?? 0) - items.length;
  return (
    <Combobox.RootProvider value={combobox} recipe={comboboxSlotRecipe}>
      <Combobox.Label>{label}</Combobox.Label>
      <Combobox.Control>
        <Combobox.Input
          ref={ref}
          maxLength={100}
          autoComplete="off"
          minH={{ base: '11', md: '10' }}
          fontSize={{ base: 'md', md: 'sm' }}
          bg="bg"
          borderColor="border.field"
          // Typing replaces the name by another search; opening the list would put the caret at its end.
          onClick={({ currentTarget }) => requestAnimationFrame(() => currentTarget.select())}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Combobox.IndicatorGroup>
          {isFetching && <Spinner size="xs" borderWidth="1.5px" color="fg.muted" />}
          <Combobox.Trigger aria-label={t.showServices}>
            <LuChevronsUpDown aria-hidden />
          </Combobox.Trigger>
        </Combobox.IndicatorGroup>
      </Combobox.Control>
      <Portal>
        <Combobox.Positioner>
          <Combobox.Content maxH="min(24rem, 50vh)">
            {items.length === 0 && <Aside>{data ? t.noneFound : t.loading}</Aside>}
            {items.map((item) => (
              <Combobox.Item item={item} key={item.id} minH="11">
                <CategoryIcon category={item.category} size={20} />
                <Box flex="1" minW="0">
                  <Text lineClamp="2">
                    <ServiceName {...item} />
                  </Text>
                </Box>
                <MoneyText priceMicros={item.priceMicros} color="fg.muted" />
                <Combobox.ItemIndicator />
              </Combobox.Item>
            ))}
            {left > 0 && <Aside>{t.moreMatch({ count: left })}</Aside>}
          </Combobox.Content>
        </Combobox.Positioner>
      </Portal>
    </Combobox.RootProvider>
  );
}

/** A remark in the list of services. */
function Aside({ children }: { children: string }) {
  return (
    <Text px="2" py="2" color="fg.muted" textStyle="sm">
      {children}
    </Text>
  );
}

/** Adds the chosen service to the results, so that the field can show its name. */
function withChosen(found: readonly Service[], chosen: Service | undefined): readonly Service[] {
  return chosen && !found.some(({ id }) => id === chosen.id) ? [...found, chosen] : found;
}

/** The server's results for the text of `appliedSearch`, which is set when typing pauses. */
function useResults(category: Service['category'] | undefined, search: string) {
  const [appliedSearch, setAppliedSearch] = useState(search);
  useEffect(() => {
    const timer = setTimeout(() => setAppliedSearch(search), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [search]);
  return trpc.services.list.useQuery(
    { limit: LISTED, ...(category ? { category } : {}), ...(appliedSearch ? { search: appliedSearch } : {}) },
    { staleTime: 60_000, placeholderData: keepPreviousData },
  );
}
