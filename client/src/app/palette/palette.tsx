import { Box, createListCollection, Dialog, Flex, Listbox, Spinner, Text, VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { LuSearch } from 'react-icons/lu';
import { useNavigate } from 'react-router-dom';
import { paletteTexts } from '../../i18n/en/palette.ts';
import { Modal } from '../../lib/modal.tsx';
import { prefetchPage } from '../../lib/prefetch.ts';
import { useSession } from '../../lib/session.ts';
import type { Find } from './find.ts';
import { useFinds } from './use-finds.ts';

const MAX_LENGTH = 100;

/** One search field for pages, services, orders and, for an admin, users; Enter opens the result. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const t = useStore(paletteTexts);
  const { isAdmin } = useSession();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [marked, mark] = useState<string | null>(null);
  const { groups, isSearching, hasFailed } = useFinds(typed);
  const finds = groups.flatMap((group) => group.finds);
  const collection = createListCollection({
    items: finds,
    itemToValue: ({ to }) => to,
    itemToString: ({ label }) => label,
  });
  const go = (to: string | undefined) => {
    if (to === undefined) return;
    const { fill } = finds.find((find) => find.to === to) ?? {};
    if (fill !== undefined) return setTyped(fill);
    onClose();
    void navigate(to);
  };
  return (
    <Modal
      placement="top"
      size="lg"
      initialFocusEl={() => field.current}
      onClose={onClose}
      panel={{ my: { base: '4', md: '20' }, overflow: 'hidden' }}
    >
      <Dialog.Title srOnly>{t.title}</Dialog.Title>
      <Listbox.Root
        unstyled
        collection={collection}
        value={[]}
        onValueChange={({ value }) => go(value[0])}
        // The first result is highlighted until another is chosen, and again when that disappears.
        highlightedValue={finds.some(({ to }) => to === marked) ? marked : (finds[0]?.to ?? null)}
        onHighlightChange={({ highlightedValue }) => {
          mark(highlightedValue);
          if (highlightedValue) prefetchPage(highlightedValue);
        }}
      >
        <Listbox.Label srOnly>{t.title}</Listbox.Label>
        <Flex align="center" gap="3" px="4">
          <LuSearch aria-hidden />
          <Listbox.Input
            ref={field}
            flex="1"
            minW="0"
            h="14"
            bg="transparent"
            outline="0"
            enterKeyHint="go"
            maxLength={MAX_LENGTH}
            placeholder={isAdmin ? t.adminPlaceholder : t.placeholder}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {isSearching && <Spinner size="sm" aria-hidden />}
        </Flex>
        <VisuallyHidden role="status">{isSearching ? t.searching : t.found({ count: finds.length })}</VisuallyHidden>
        <Listbox.Content maxH="min(24rem, 60dvh)" overflowY="auto" borderTopWidth="1px" p="2" outline="0">
          {groups.map(({ title, finds: found }) => (
            <Listbox.ItemGroup key={title}>
              <Listbox.ItemGroupLabel px="2" pt="2" pb="1" textStyle="xs" color="fg.muted">
                {title}
              </Listbox.ItemGroupLabel>
              {found.map((find) => (
                <Found key={find.to} find={find} />
              ))}
            </Listbox.ItemGroup>
          ))}
        </Listbox.Content>
        <Text px="4" py="3" borderTopWidth="1px" textStyle="sm" color="fg.muted" _empty={{ display: 'none' }}>
          {remark()}
        </Text>
      </Listbox.Root>
    </Modal>
  );

  function remark(): string {
    if (typed.trim() === '') return t.hint;
    if (hasFailed) return t.failed;
    return finds.length === 0 && !isSearching ? t.nothing({ query: typed.trim() }) : '';
  }
}

function Found({ find }: { find: Find }) {
  return (
    <Listbox.Item
      item={find}
      display="flex"
      alignItems="center"
      gap="3"
      px="2"
      py="1.5"
      minH={{ base: '11', md: '9' }}
      borderRadius="l1"
      cursor="pointer"
      _highlighted={{ bg: 'bg.muted', boxShadow: 'inset 3px 0 0 0 var(--c-colors-brand-edge)' }}
    >
      <Box color="fg.muted">
        <find.icon aria-hidden />
      </Box>
      <Flex minW="0" direction={{ base: 'column', md: 'row' }} gap={{ md: '3' }} align={{ md: 'baseline' }}>
        <Listbox.ItemText truncate>{find.label}</Listbox.ItemText>
        {find.detail && (
          <Text as="span" textStyle="xs" color="fg.muted" truncate>
            {find.detail}
          </Text>
        )}
      </Flex>
    </Listbox.Item>
  );
}
