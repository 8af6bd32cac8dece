import { Button, Center, Flex, Group, Icon, IconButton, NativeSelect } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuChevronsUpDown, LuHeart, LuLayoutGrid, LuMenu } from 'react-icons/lu';
import { SearchBox } from '../../components/search-box.tsx';
import { catalogueTexts, sortTexts } from '../../i18n/en/catalogue.ts';
import { ForCustomers } from '../../lib/for-whom.tsx';
import { useUrlParam } from '../../lib/url-state.ts';
import { type ListFilter, sorts } from './use-service-list.ts';
import type { View } from './use-view.ts';

interface ListBarProps extends Pick<ListFilter, 'sort' | 'favourites'> {
  view: View;
  onView: (view: View) => void;
  /** The button of the filters. */
  children: ReactNode;
}

/** Search, sort order, filters, favourites and view. */
export function ListBar({ sort, favourites, view, onView, children }: ListBarProps) {
  const t = useStore(catalogueTexts);
  return (
    <>
      <Flex gridArea="search" gap="2" minW="0">
        <SearchBox label={t.search} placeholder={t.searchHint} flex="1" w={{ xl: '72' }} maxW="none" />
        <SortSelect sort={sort} />
        {children}
      </Flex>
      <Flex gridArea="views" gap="2" justify="end">
        <ForCustomers>
          <FavouritesFilter isOn={favourites} />
        </ForCustomers>
        <ViewSwitch view={view} onView={onView} />
      </Flex>
    </>
  );
}

/** On a phone an icon that opens the native list, which leaves the line to the search. */
function SortSelect({ sort }: Pick<ListFilter, 'sort'>) {
  const t = useStore(catalogueTexts);
  const labels = useStore(sortTexts);
  const [, setSort] = useUrlParam('sort');
  return (
    <Center
      flexShrink="0"
      position="relative"
      w={{ base: '11', md: '48' }}
      borderWidth={{ base: '1px', md: '0' }}
      borderColor="border.field"
      borderRadius="l2"
      color={sort === sorts[0] ? 'fg' : 'brand.fg'}
      css={{ mdDown: { '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'brand.focusRing' } } }}
    >
      <Icon hideFrom="md" position="absolute" boxSize="5">
        <LuChevronsUpDown aria-hidden />
      </Icon>
      <NativeSelect.Root h="full" color="fg" opacity={{ base: '0', md: '1' }}>
        <NativeSelect.Field aria-label={t.sort} value={sort} onChange={(event) => setSort(event.target.value)}>
          {sorts.map((value) => (
            <option key={value} value={value}>
              {labels[value]}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </Center>
  );
}

function FavouritesFilter({ isOn }: { isOn: boolean }) {
  const t = useStore(catalogueTexts);
  const [, set] = useUrlParam('favourites');
  return (
    <IconButton
      variant="outline"
      borderColor="border.field"
      color={isOn ? 'fg.error' : 'fg'}
      bg={isOn ? 'bg.muted' : undefined}
      aria-label={t.favourites}
      title={t.favourites}
      aria-pressed={isOn}
      onClick={() => set(isOn ? '' : '1')}
    >
      <LuHeart aria-hidden fill={isOn ? 'currentColor' : 'none'} />
    </IconButton>
  );
}

function ViewSwitch({ view, onView }: Pick<ListBarProps, 'view' | 'onView'>) {
  const t = useStore(catalogueTexts);
  const icons = { list: LuMenu, cards: LuLayoutGrid };
  const names = { list: t.rows, cards: t.cards };
  return (
    <Group attached role="group" aria-label={t.view}>
      {(['list', 'cards'] as const).map((each) => {
        const Drawing = icons[each];
        return (
          <Button
            key={each}
            variant="outline"
            px="0"
            borderColor="border.field"
            color={view === each ? 'fg' : 'fg.muted'}
            bg={view === each ? 'bg.muted' : undefined}
            aria-label={names[each]}
            title={names[each]}
            aria-pressed={view === each}
            onClick={() => onView(each)}
          >
            <Drawing aria-hidden />
          </Button>
        );
      })}
    </Group>
  );
}
