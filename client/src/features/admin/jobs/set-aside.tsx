import { Button, Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { Column } from '../../../components/data-table/columns.ts';
import { setAsideKindTexts, setAsideTexts } from '../../../i18n/en/admin/set-aside.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { actionsColumn, agoColumn, countColumn } from '../columns.tsx';
import { declareList } from '../list/declare-list.tsx';
import { polledList } from '../live-list.ts';
import { runChange } from '../run-change.ts';

type Work = Outputs['admin']['setAside']['list']['items'][number];

/** Background work that is attempted no more, oldest first, each with a button to try it again. */
export default declareList<Work>()({
  keptAs: 'Set aside',
  isTextBelow: true,
  useInput: () => ({}),
  useList: (input) => trpc.admin.setAside.list.useInfiniteQuery(input, polledList),
  words: () => setAsideTexts.get(),
  columns: workColumns,
  rowId: ({ kind, id }) => `${kind} ${id}`,
});

function workColumns(): Column<Work>[] {
  const t = setAsideTexts.get();
  const kinds = setAsideKindTexts.get();
  return [
    {
      id: 'what',
      header: t.what,
      cell: ({ what }) => (
        <Span fontWeight="semibold" overflowWrap="anywhere" whiteSpace="normal" dir="auto">
          {what}
        </Span>
      ),
      card: 'title',
      canHide: false,
    },
    { id: 'kind', header: t.kind, cell: ({ kind }) => kinds[kind], card: 'detail' },
    agoColumn('since', t.since, ({ since }) => since, {}),
    countColumn('deaths', t.deaths, ({ deaths }) => deaths, {}),
    actionsColumn((work) => <TryAgain work={work} />),
  ];
}

function TryAgain({ work: { kind, id, what } }: { work: Work }) {
  const t = useStore(setAsideTexts);
  const utils = trpc.useUtils();
  const { mutateAsync, isPending } = trpc.admin.setAside.tryAgain.useMutation();
  const tryAgain = () =>
    runChange({
      send: () => mutateAsync({ kind, id }),
      done: () => [t.again, what],
      failed: t.failed,
      refresh: () => utils.admin.setAside.invalidate(),
    });
  return (
    <Button
      size="sm"
      variant="outline"
      loading={isPending}
      aria-label={t.tryAgainOf({ what })}
      onClick={() => void tryAgain()}
    >
      {t.tryAgain}
    </Button>
  );
}
