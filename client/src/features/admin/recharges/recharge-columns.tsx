import { Flex, Grid, Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ComponentProps } from 'react';
import { CopyButton } from '../../../components/copy-button.tsx';
import type { Column } from '../../../components/data-table/columns.ts';
import { Ago } from '../../../components/data-table/moment.tsx';
import { LazyBoundary } from '../../../components/lazy-boundary.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { RechargeStatusBadge } from '../../../components/status-badge.tsx';
import { adminTexts } from '../../../i18n/en/admin/admin.ts';
import { adminRechargeTexts } from '../../../i18n/en/admin/admin-recharges.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { formatTaka } from '../../../lib/money.ts';
import { actionsColumn, agoColumn, moneyColumn } from '../columns.tsx';
import { byWords } from '../review-queue/by-words.ts';
import type { QueueHandle } from '../review-queue/declaration.ts';
import { idColumn } from '../review-queue/open-button.tsx';
import { FullUserLink } from '../user-link.tsx';
import { DuplicateBadge } from './duplicate-badge.tsx';
import type { Recharge } from './recharge.ts';
import { RechargeActions } from './recharge-actions.tsx';

const { Part: LookAlike } = lazyWithPreload(() => import('./look-alike.tsx'));
const { Part: RechargeMatch } = lazyWithPreload(() => import('./recharge-match.tsx'));

/** @param hasMatch whether they show what the messages say */
export function rechargeColumns(queue: QueueHandle<Recharge>, hasMatch: boolean): Column<Recharge>[] {
  const t = adminRechargeTexts.get();
  return [
    idColumn(queue, {
      stackedWidth: '6rem',
      below: (recharge) => <RechargeStatusBadge recharge={recharge} quiet />,
    }),
    {
      id: 'name',
      header: t.name,
      cell: ({ user }) => <FullUserLink user={user} />,
      below: ({ user }) => user.phone,
      card: 'title',
    },
    {
      id: 'phone',
      header: t.phone,
      width: '7rem',
      figure: ({ user }) => user.phone.slice(0, LONGEST_PHONE),
      fromPx: 1000,
      cell: ({ user }) => <Span fontVariantNumeric="tabular-nums">{user.phone}</Span>,
      stacked: true,
      card: 'detail',
    },
    {
      id: 'paidTaka',
      header: t.paidTaka,
      width: '5.5rem',
      figure: ({ paidTaka }) => formatTaka(paidTaka),
      fromPx: 900,
      cell: ({ paidTaka }) => <MoneyText taka={paidTaka} />,
      align: 'end',
      stacked: true,
      card: 'figure',
    },
    moneyColumn('amount', t.amount, ({ amountNanos }) => amountNanos, {
      sorts: { ascending: 'smallest', descending: 'largest', first: 'descending' },
      width: '5.25rem',
      below: ({ paidTaka }) => <MoneyText taka={paidTaka} />,
      card: 'figure',
    }),
    ...(hasMatch ? matchColumns(t.message) : []),
    agoColumn('date', t.date, ({ createdAt }) => createdAt, {
      // Below the transaction ID.
      stacked: hasMatch,
      sorts: { ascending: 'oldest', descending: 'newest', first: 'ascending' },
      width: '8.25rem',
      fromPx: 850,
      card: 'figure',
    }),
    {
      id: 'method',
      header: t.method,
      width: '4.25rem',
      fromPx: 640,
      cell: ({ method }) => <span title={method}>{method}</span>,
      stacked: true,
    },
    {
      id: 'reference',
      header: t.reference,
      width: '8.5rem',
      figure: ({ reference }) => '0'.repeat(Math.ceil(reference.length * MONO) + ICONS),
      fromPx: 640,
      stackedWidth: '10.5rem',
      cell: (recharge) => <Reference recharge={recharge} />,
      below: ({ method, createdAt }) => (
        <>
          {method} · <Ago at={createdAt} />
        </>
      ),
    },
    {
      id: 'status',
      header: adminTexts.get().status,
      width: 'max(6.5rem, 9cqw)',
      cell: (recharge) => <Status recharge={recharge} />,
      card: 'aside',
      stacked: true,
    },
    actionsColumn((recharge) => <RechargeActions recharge={recharge} queue={queue} />, {
      width: '8.5rem',
      stackedWidth: hasMatch ? '12rem' : '9.5rem',
      fromPx: 800,
    }),
  ];
}

/** What the message says: two lines in a table, together on a card. */
function matchColumns(header: string): Column<Recharge>[] {
  return [
    {
      id: 'match',
      header,
      width: '22rem',
      fromPx: 900,
      cell: (recharge) => <Match recharge={recharge} part="message" />,
      below: (recharge) => <Match recharge={recharge} part="checks" />,
      card: 'hidden',
    },
    {
      id: 'matchOnCard',
      header,
      cell: (recharge) => <Match recharge={recharge} />,
      stacked: true,
      canHide: false,
      card: 'detail',
    },
  ];
}

function Match(props: ComponentProps<typeof RechargeMatch>) {
  return (
    <LazyBoundary>
      <RechargeMatch {...props} />
    </LazyBoundary>
  );
}

/** A longer one is cut. */
const LONGEST_PHONE = 15;
/** The width of a small monospaced character, and of the copy button and the warning, in digits. */
const MONO = 0.82;
const ICONS = 5;

/** The transaction ID, with a warning if another request has the same one; only its icon if there is little room. */
function Reference({ recharge }: { recharge: Recharge }) {
  const t = useStore(adminRechargeTexts);
  const { reference, isDuplicate } = recharge;
  return (
    <Grid minW="0" templateColumns="minmax(0, 1fr)" justifyItems={{ base: 'end', md: 'start' }} css={idWhereNarrow}>
      <Flex align="center" minW="0" justify={{ base: 'end', md: 'start' }} css={wrapsOnCards}>
        <Span fontFamily="mono" textStyle="xs" truncate title={reference}>
          {reference}
        </Span>
        <CopyButton size="2xs" flexShrink="0" value={reference} label={t.copyReference({ reference })} />
        {isDuplicate && (
          <Span flexShrink="0" title={t.duplicateTitle} css={iconWhereNarrow}>
            <DuplicateBadge />
          </Span>
        )}
      </Flex>
      {recharge.lookAlike && (
        <LazyBoundary>
          <LookAlike recharge={recharge} />
        </LazyBoundary>
      )}
    </Grid>
  );
}

/** A card has enough lines, so the warning wraps instead of cutting the ID. */
const wrapsOnCards = { flexWrap: 'wrap', '@container (min-width: 1px)': { flexWrap: 'nowrap' } } as const;

const whereWide = { '@container (max-width: 1199px)': { display: 'none' } } as const;

const iconWhereNarrow = { '@container (max-width: 1399px)': { '& span span': { srOnly: true } } } as const;

const idWhereNarrow = { '@container (max-width: 1399px)': { '& [data-words]': { display: 'none' } } } as const;

/** The status and, once decided, the admin and the reason. */
function Status({ recharge }: { recharge: Recharge }) {
  const { reversedBy, reversalReason } = recharge;
  const decided = reversedBy ? { decidedBy: reversedBy, decider: null } : recharge;
  const by = byWords(decided, reversalReason ?? recharge.reason);
  return (
    <Flex align="center" gap="1.5" minW="0" title={by ?? undefined}>
      <RechargeStatusBadge recharge={recharge} quiet />
      {by && (
        <Span textStyle="xs" color="fg.muted" minW="0" truncate css={whereWide}>
          {by}
        </Span>
      )}
    </Flex>
  );
}
