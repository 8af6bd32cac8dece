import { Combobox, createListCollection, Field, Portal, Text } from '@chakra-ui/react';
import { comboboxSlotRecipe } from '@chakra-ui/react/theme';
import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import type { FieldError } from 'react-hook-form';
import { LuChevronsUpDown } from 'react-icons/lu';
import { Aside, SearchInput, useSearchedCombobox } from '../../../components/searched-combobox.tsx';
import { settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { fieldMessage } from '../../../lib/errors.ts';

/** A field that chooses a value, which is a text. */
export interface ChosenFieldProps {
  label: string;
  hint?: string;
  chosen: string;
  onChoose: (value: string) => void;
  error: FieldError | undefined;
}

/** So many can be looked through; the others are found by typing. */
const SHOWN = 50;

export function ZoneField({ label: title, hint, chosen, onChoose, error }: ChosenFieldProps) {
  const t = useStore(settingsTexts);
  const zones = useMemo(() => zonesNow(chosen), [chosen]);
  const [search, setSearch] = useState('');
  const found = useMemo(() => matching(zones, search), [zones, search]);
  const collection = useMemo(
    () => createListCollection({ items: found, itemToValue: ({ name }) => name, itemToString: ({ label }) => label }),
    [found],
  );
  const label = zones.find(({ name }) => name === chosen)?.label ?? chosen;
  const combobox = useSearchedCombobox({
    collection,
    value: chosen,
    text: label,
    placeholder: t.searchCity,
    onSearch: setSearch,
    onChoose: ({ name }) => onChoose(name),
  });
  return (
    <Field.Root invalid={Boolean(error)} maxW="30rem">
      <Combobox.RootProvider value={combobox} recipe={comboboxSlotRecipe}>
        <Combobox.Label>{title}</Combobox.Label>
        <Combobox.Control>
          <SearchInput />
          <Combobox.IndicatorGroup>
            <Combobox.Trigger aria-label={t.showZones}>
              <LuChevronsUpDown aria-hidden />
            </Combobox.Trigger>
          </Combobox.IndicatorGroup>
        </Combobox.Control>
        <Portal>
          <Combobox.Positioner>
            <Combobox.Content maxH="min(24rem, 50vh)">
              {found.length === 0 && <Aside>{t.noZone}</Aside>}
              {found.slice(0, SHOWN).map((zone) => (
                <Combobox.Item item={zone} key={zone.name} minH="10">
                  <Text flex="1">{zone.label}</Text>
                  <Combobox.ItemIndicator />
                </Combobox.Item>
              ))}
              {found.length > SHOWN && <Aside>{t.moreZones({ count: found.length - SHOWN })}</Aside>}
            </Combobox.Content>
          </Combobox.Positioner>
        </Portal>
      </Combobox.RootProvider>
      {hint && <Field.HelperText>{hint}</Field.HelperText>}
      {error?.message && <Field.ErrorText>{fieldMessage(error.message)}</Field.ErrorText>}
    </Field.Root>
  );
}

function matching(zones: readonly Zone[], search: string): readonly Zone[] {
  const words = search
    .toLowerCase()
    .split(/[\s/]+/)
    .filter(Boolean);
  return zones.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}

interface Zone {
  /** As IANA has it: `America/New_York`. */
  name: string;
  /** As people read it: "America/New York (GMT-5)". */
  label: string;
}

/**
 * Every zone that the browser knows, with how far it is from Greenwich now.
 * @param chosen is always among them: a browser lists one name of several for the same place
 */
function zonesNow(chosen: string): readonly Zone[] {
  const now = new Date();
  const names = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen]);
  return [...names].toSorted().map((name) => ({ name, label: `${name.replaceAll('_', ' ')} (${shiftOf(name, now)})` }));
}

function shiftOf(timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(now);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
}
