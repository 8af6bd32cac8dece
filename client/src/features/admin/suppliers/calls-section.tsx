import { Button, Span, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { Column } from '../../../components/data-table/columns.ts';
import { supplierActionTexts, supplierBookTexts } from '../../../i18n/en/admin/suppliers.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { trpc } from '../../../lib/trpc.ts';
import { actionsColumn, agoColumn } from '../columns.tsx';
import type { Show } from '../list/declaration.ts';
import { declareList } from '../list/declare-list.tsx';
import { polledList } from '../live-list.ts';
import type { Call } from './call-bytes.tsx';
import { CallOutcome } from './call-outcome.tsx';
import { reasonWords } from './reason.tsx';
import type { Supplier } from './supplier.ts';

const { Part: CallDialog } = lazyWithPreload(() => import('./call-dialog.tsx'));

/** The last calls to a supplier with their answers, newest first. */
export default declareList<Call, { supplier: Supplier }>()({
  keptAs: 'Supplier calls',
  useInput: () => ({}),
  useList: (_input, { supplier: { id } }) => trpc.admin.suppliers.calls.useInfiniteQuery({ id }, polledList),
  words() {
    const { calls, callsNone } = supplierBookTexts.get();
    return { heading: calls, none: callsNone };
  },
  columns: ({ show }) => callColumns((call) => openCall(call, show)),
  onRowClick: openCall,
});

function openCall(call: Call, show: Show<Call>) {
  show(() => <CallDialog call={call} onClose={() => show(null)} />);
}

function callColumns(open: (call: Call) => void): Column<Call>[] {
  const t = supplierBookTexts.get();
  return [
    agoColumn('time', t.time, ({ startedAt }) => startedAt, { card: 'aside' }),
    {
      id: 'action',
      header: t.action,
      cell: ({ action }) => <ActionWords action={action} />,
      card: 'title',
      canHide: false,
    },
    { id: 'outcome', header: t.outcome, cell: (call) => <Outcome call={call} />, card: 'detail' },
    {
      id: 'duration',
      header: t.duration,
      align: 'end',
      cell: ({ durationMs }) => <Span fontVariantNumeric="tabular-nums">{t.durationMs({ count: durationMs })}</Span>,
    },
    actionsColumn((call) => <DetailsButton call={call} onOpen={open} />),
  ];
}

function ActionWords({ action }: Pick<Call, 'action'>) {
  const t = useStore(supplierActionTexts);
  return <Span fontWeight="semibold">{t[action]}</Span>;
}

function Outcome({ call: { outcome, httpStatus, failure, mayHaveArrived } }: { call: Call }) {
  const t = useStore(supplierBookTexts);
  return (
    <Stack gap="0" minW="0" maxW="28rem" whiteSpace="normal">
      <Span overflowWrap="anywhere">
        <CallOutcome outcome={outcome} without={failure} />
      </Span>
      <Span textStyle="xs" color="fg.muted">
        {httpStatus === null ? t.noAnswer({ reason: reasonWords(failure ?? '–') }) : t.status({ code: httpStatus })}
        {httpStatus === null && ` ${mayHaveArrived ? t.mayHaveArrived : t.neverArrived}`}
      </Span>
    </Stack>
  );
}

function DetailsButton({ call, onOpen }: { call: Call; onOpen: (call: Call) => void }) {
  const t = useStore(supplierBookTexts);
  return (
    <Button
      size="sm"
      variant="outline"
      aria-label={t.detailsOf({ id: String(call.id) })}
      onClick={(event) => {
        event.stopPropagation();
        onOpen(call);
      }}
    >
      {t.details}
    </Button>
  );
}
