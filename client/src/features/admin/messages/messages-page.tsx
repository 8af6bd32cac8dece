import { Box, Span, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import {
  LuCircleCheck,
  LuCircleDashed,
  LuCircleX,
  LuClock,
  LuMessageSquareText,
  LuTriangleAlert,
} from 'react-icons/lu';
import { type EvidenceState, evidenceStates } from '#shared/evidence.ts';
import type { Column } from '../../../components/data-table/columns.ts';
import { FilterChips } from '../../../components/filter-chips.tsx';
import { LazyBoundary } from '../../../components/lazy-boundary.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import {
  creditingTexts,
  deviceTexts,
  evidenceStateTexts,
  messageTexts,
  statementTexts,
  wordingTexts,
} from '../../../i18n/en/admin/payment-messages.ts';
import { fieldMessage } from '../../../lib/errors.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { trpc } from '../../../lib/trpc.ts';
import { useUrlParam } from '../../../lib/url-state.ts';
import { agoColumn } from '../columns.tsx';
import { declareList } from '../list/declare-list.tsx';
import { polledList } from '../live-list.ts';
import { poishaWords } from '../poisha-words.ts';
import type { Message } from './message.ts';
import { MessageProof } from './message-proof.tsx';

const { Part: Crediting } = lazyWithPreload(() => import('./crediting.tsx'));
const { Part: Devices } = lazyWithPreload(() => import('./devices.tsx'));
const { Part: Statements } = lazyWithPreload(() => import('./statements.tsx'));
const { Part: Wordings } = lazyWithPreload(() => import('./wordings.tsx'));

const parts = { automatic: Crediting, devices: Devices, wordings: Wordings, statements: Statements };

/** The messages of providers, and beside them the phones that forward them, the wordings by which they are read, and statements. */
export default function MessagesPage() {
  const t = useStore(messageTexts);
  const { heading: phones } = useStore(deviceTexts);
  const { heading: crediting } = useStore(creditingTexts);
  const { heading: wordings } = useStore(wordingTexts);
  const { heading: statements } = useStore(statementTexts);
  const [tab] = useUrlParam('tab');
  const Part = tab && Object.hasOwn(parts, tab) ? parts[tab as keyof typeof parts] : undefined;
  return (
    <>
      <PageHeading dense title={t.heading} />
      <Box mb="4">
        <FilterChips
          param="tab"
          label={t.heading}
          unchosen="messages"
          alsoForgets={['state', 'late', 'q']}
          options={[
            { value: 'messages', label: t.heading },
            { value: 'automatic', label: crediting },
            { value: 'devices', label: phones },
            { value: 'wordings', label: wordings },
            { value: 'statements', label: statements },
          ]}
        />
      </Box>
      {Part ? (
        <LazyBoundary>
          <Part />
        </LazyBoundary>
      ) : (
        <Messages />
      )}
    </>
  );
}

const Messages = declareList<Message>()({
  keptAs: 'messages',
  isTextBelow: true,
  useInput: ({ oneOf, search }) => ({
    state: oneOf('state', evidenceStates),
    late: oneOf('late', ['true'] as const) ? true : undefined,
    search,
  }),
  useList: (input) => trpc.admin.evidence.list.useInfiniteQuery(input, polledList),
  words: ({ state, search }) => {
    const { noneText, ...words } = messageTexts.get();
    return state || search ? words : { ...words, noneText };
  },
  columns: messageColumns,
  filters: () => <States />,
  emptyIcon: <LuMessageSquareText />,
});

function States() {
  const words = useStore(evidenceStateTexts);
  const { state } = useStore(messageTexts);
  return (
    <FilterChips
      param="state"
      label={state}
      options={evidenceStates.map((value) => ({ value, label: words[value] }))}
    />
  );
}

function messageColumns(): Column<Message>[] {
  const t = messageTexts.get();
  return [
    { id: 'message', header: t.message, cell: (message) => <Words message={message} />, card: 'title', canHide: false },
    {
      id: 'amount',
      header: t.amount,
      cell: ({ amountPoisha }) => (
        <Span fontWeight="semibold">{amountPoisha !== null && poishaWords(amountPoisha)}</Span>
      ),
      align: 'end',
      card: 'figure',
    },
    {
      id: 'reference',
      header: t.transactionId,
      cell: ({ reference }) => <Span fontFamily="mono">{reference}</Span>,
      card: 'figure',
    },
    { id: 'payer', header: t.from, cell: ({ payer }) => payer, card: 'detail' },
    { id: 'state', header: t.state, cell: ({ state }) => <State state={state} />, card: 'aside' },
    { id: 'device', header: t.phone, cell: ({ device }) => device?.name, card: 'detail' },
    agoColumn('stored', t.stored, ({ storedAt }) => storedAt, { card: 'detail' }),
  ];
}

/** A text without the characters that turn the direction of others. */
const straight = (text: string) => text.replaceAll(/\p{Bidi_Control}/gu, '\ufffd');

/** What a message says in a word, its text, and why it counts for nothing. */
function Words({ message }: { message: Message }) {
  const { provider, kind, sender, text, reason } = message;
  return (
    <Box minW={{ md: '14rem' }} maxW="34rem" whiteSpace="normal" overflowWrap="anywhere" dir="auto">
      <Text fontWeight="semibold">{provider ? `${provider} · ${kind}` : sender}</Text>
      <Text textStyle="xs" color="fg.muted" fontWeight="normal" lineClamp="3">
        {straight(text)}
      </Text>
      {reason && (
        <Text textStyle="xs" fontWeight="normal">
          {fieldMessage(reason)}
        </Text>
      )}
      <MessageProof message={message} />
    </Box>
  );
}

const looks = {
  unclaimed: { tone: 'blue', icon: <LuClock /> },
  used: { tone: 'green', icon: <LuCircleCheck /> },
  ignored: { tone: 'gray', icon: <LuCircleDashed /> },
  not_understood: { tone: 'red', icon: <LuCircleX /> },
  held: { tone: 'orange', icon: <LuTriangleAlert /> },
} as const;

function State({ state }: { state: EvidenceState }) {
  const words = useStore(evidenceStateTexts);
  return (
    <StatusBadge {...looks[state]} quiet>
      {words[state]}
    </StatusBadge>
  );
}
