import { Box, Button, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { createContext, use, useState } from 'react';
import { LuPencil, LuPlus } from 'react-icons/lu';
import type { Column } from '../../../components/data-table/columns.ts';
import { directionTexts, wordingTexts } from '../../../i18n/en/admin/payment-messages.ts';
import { trpc } from '../../../lib/trpc.ts';
import { actionsColumn } from '../columns.tsx';
import { declareList } from '../list/declare-list.tsx';
import { useOnePage } from '../live-list.ts';
import { type Wording, WordingDialog } from './wording-dialog.tsx';

const OpenContext = createContext<(wording: Wording) => void>(() => undefined);

/** The wordings by which messages are read. */
export default function Wordings() {
  const t = useStore(wordingTexts);
  const [opened, open] = useState<Wording | 'new'>();
  return (
    <OpenContext value={open}>
      <List
        toolbar={
          <Button colorPalette="brand" size="sm" onClick={() => open('new')}>
            <LuPlus aria-hidden /> {t.add}
          </Button>
        }
      />
      {opened && <WordingDialog wording={opened === 'new' ? undefined : opened} onClose={() => open(undefined)} />}
    </OpenContext>
  );
}

const List = declareList<Wording>()({
  isTextBelow: true,
  useInput: () => ({}),
  useList() {
    const query = trpc.admin.evidence.wordings.useQuery();
    return useOnePage(query, query.data?.items);
  },
  words: () => wordingTexts.get(),
  columns: wordingColumns,
});

function wordingColumns(): Column<Wording>[] {
  const t = wordingTexts.get();
  const directions = directionTexts.get();
  return [
    {
      id: 'wording',
      header: t.pattern,
      cell: ({ provider, kind, pattern }) => (
        <Box maxW="40rem" whiteSpace="normal" overflowWrap="anywhere">
          <Text fontWeight="semibold">
            {provider} · {kind}
          </Text>
          <Text textStyle="xs" color="fg.muted" fontWeight="normal">
            {pattern}
          </Text>
        </Box>
      ),
      card: 'title',
      canHide: false,
    },
    { id: 'direction', header: t.direction, cell: ({ direction }) => directions[direction], card: 'detail' },
    actionsColumn((wording) => <Change wording={wording} />),
  ];
}

function Change({ wording }: { wording: Wording }) {
  const t = useStore(wordingTexts);
  const open = use(OpenContext);
  return (
    <Button size="sm" variant="outline" aria-label={t.changeOf(wording)} onClick={() => open(wording)}>
      <LuPencil aria-hidden /> {t.change}
    </Button>
  );
}
