import { useMemo } from 'react';
import { formatDollars, sum } from '../../../../../shared/money.ts';
import { parseId } from '../../../../../shared/parse-id.ts';
import { rechargeStatuses } from '../../../../../shared/recharge-status.ts';
import { FilterChips } from '../../../components/filter-chips.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { formatCount } from '../../../lib/format.ts';
import { confirm } from '../../../lib/notices/notices.ts';
import { useRows } from '../../../lib/paged-list.ts';
import { trpc } from '../../../lib/trpc.ts';
import { DecisionDesk } from '../desk/decision-desk.tsx';
import { useLiveList } from '../desk/live-list.ts';
import { useDesk, type Verdict } from '../desk/use-desk.ts';
import { everyStatus, useDeskFilter } from '../desk/use-desk-filter.ts';
import { useDetail } from '../desk/use-detail.ts';
import { rechargeColumns } from './recharge-columns.tsx';
import { failureTitle, type Recharge, RechargeDesk, successNotice, useRechargeCalls } from './recharge-desk.ts';
import { RechargeDetail } from './recharge-detail.tsx';

const statusChips = [
  { value: 'pending', label: 'Pending' },
  { value: everyStatus, label: 'All' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
];

export default function ManageRechargesPage() {
  const { search, status, unchosen } = useDeskFilter(rechargeStatuses, 'pending');
  const query = trpc.admin.recharges.list.useInfiniteQuery({ status, search: search || undefined }, useLiveList());
  const rows = useRows(query);
  const { decide, refresh } = useRechargeCalls();
  const desk = useDesk<Recharge>({
    kind: 'recharge',
    rows,
    listKey: `${status} ${search}`,
    idOf,
    nameOf: ({ id, user, amountNanos }) => `recharge ${id} of ${user.name}, ${formatDollars(amountNanos)}`,
    can: isPending,
    decide,
    refresh,
    successNotice,
    failureTitle,
    askFirst: askOfDuplicate,
  });

  const ids = useMemo(() => rows.map(idOf), [rows]);
  const detail = useDetail('recharge', desk.active, ids);
  const openId = parseId(detail.openedId);
  const { data: openRecharge } = trpc.admin.recharges.get.useQuery({ id: openId ?? 0 }, { enabled: openId !== null });
  const { open } = detail;
  const columns = useMemo(() => rechargeColumns((recharge) => open(idOf(recharge))), [open]);

  return (
    <RechargeDesk value={desk}>
      <DecisionDesk
        title="Manage Customer Recharges"
        text="Approve what has arrived. The balance is added at once; a decision is final."
        desk={desk}
        query={query}
        rows={rows}
        columns={columns}
        emptyText="No recharges found"
        countText={(count) => (count === 1 ? '1 recharge' : `${formatCount(count)} recharges`)}
        consequence={consequence}
        detail={{
          ...detail,
          row: openRecharge,
          shown: openId !== null && (
            <RechargeDetail
              id={openId}
              step={ids.includes(detail.openedId) ? desk.active.move : undefined}
              onClose={detail.close}
            />
          ),
        }}
        toolbar={
          <>
            <SearchBox label="Search recharges" placeholder="Name, phone, transaction ID" />
            <FilterChips param="status" label="Status" unchosen={unchosen} options={statusChips} />
          </>
        }
      />
    </RechargeDesk>
  );
}

const idOf = ({ id }: Recharge) => String(id);
const isPending = ({ status }: Recharge) => status === 'pending';

/** What a decision does to the customers' money, in a sentence. */
function consequence(recharges: readonly Recharge[], verdict: Verdict): string {
  const total = formatDollars(sum(recharges.map(({ amountNanos }) => amountNanos)));
  if (verdict === 'approve') {
    return `${total} in all is added to the customers' balances. This is final. ${duplicateWarning(recharges)}`.trim();
  }
  return 'Nothing is added to the balance. This is final; the same transaction ID may be sent again.';
}

function askOfDuplicate(recharge: Recharge): Promise<boolean> | undefined {
  const warning = duplicateWarning([recharge]);
  if (!warning) return undefined;
  return confirm({ title: 'Approve all the same?', text: warning, confirmLabel: 'Approve' });
}

/** Names those whose money another request claims too: only one of them can have been paid with it. */
function duplicateWarning(recharges: readonly Recharge[]): string {
  const ids = recharges.filter(({ isDuplicate }) => isDuplicate).map(({ id }) => String(id));
  if (ids.length === 0) return '';
  if (ids.length === 1) return `Duplicate ID: another request has the transaction ID of recharge ${ids[0]} too.`;
  return `Duplicate IDs: other requests have the transaction IDs of recharges ${listed.format(ids)} too.`;
}

const listed = new Intl.ListFormat('en-US');
