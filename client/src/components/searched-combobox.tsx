import { Combobox, type ListCollection, Text, useCombobox } from '@chakra-ui/react';
import { type ComponentProps, useEffect, useRef } from 'react';

interface SearchedComboboxOptions<Item> {
  collection: ListCollection<Item>;
  /** Null until one is chosen. */
  value: string | null;
  /** The chosen one's text; undefined until it is known. */
  text: string | undefined;
  placeholder: string;
  onSearch: (search: string) => void;
  onChoose: (item: Item) => void;
  onClear?: (() => void) | undefined;
}

/** A field that is searched by typing. A search without a choice is dropped. */
export function useSearchedCombobox<Item>(options: SearchedComboboxOptions<Item>) {
  const { collection, value, text, placeholder, onSearch, onChoose, onClear } = options;
  const shown = useRef(text ?? '');
  const combobox = useCombobox<Item>({
    collection,
    value: value === null ? [] : [value],
    defaultInputValue: shown.current,
    openOnClick: true,
    placeholder,
    onInputValueChange: ({ inputValue, reason }) => reason === 'input-change' && onSearch(inputValue),
    onValueChange({ items: [item] }) {
      if (!item && !onClear) return;
      shown.current = item ? (collection.stringifyItem(item) ?? '') : '';
      if (item) onChoose(item);
      else onClear?.();
    },
    onOpenChange({ open }) {
      if (open) return;
      onSearch('');
      combobox.setInputValue(shown.current);
    },
  });
  // Another one may have been chosen before the page was opened, by going back, or elsewhere.
  const { open: isOpen, setInputValue } = combobox;
  useEffect(() => {
    if (text === undefined || shown.current === text) return;
    shown.current = text;
    if (!isOpen) setInputValue(text);
  }, [text, isOpen, setInputValue]);
  return combobox;
}

/** Its input, where typing begins another search: a list that opens puts the caret at the end in the next frame. */
export function SearchInput(props: ComponentProps<typeof Combobox.Input>) {
  return (
    <Combobox.Input
      maxLength={100}
      autoComplete="off"
      minH={{ base: '11', md: '10' }}
      fontSize={{ base: 'md', md: 'sm' }}
      bg="bg"
      borderColor="border.field"
      onClick={({ currentTarget: input }) => requestAnimationFrame(() => requestAnimationFrame(() => input.select()))}
      onFocus={({ currentTarget }) => currentTarget.select()}
      {...props}
    />
  );
}

/** A note in its list. */
export function Aside({ children }: { children: string }) {
  return (
    <Text px="2" py="2" color="fg.muted" textStyle="sm">
      {children}
    </Text>
  );
}
