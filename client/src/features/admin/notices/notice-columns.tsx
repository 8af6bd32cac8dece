import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { createContext, use } from 'react';
import { LuCircleCheck, LuClock, LuInfo, LuTrash2, LuTriangleAlert } from 'react-icons/lu';
import type { Column } from '../../../components/data-table/columns.ts';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { adminNoticesTexts } from '../../../i18n/en/admin/admin-notices.ts';
import { formatDay, formatMoment } from '../../../lib/dates.ts';
import { useIsWide } from '../../../lib/media.ts';
import { $timeZone } from '../../../lib/time-zone.ts';
import { actionsColumn } from '../columns.tsx';
import type { RowActions } from '../list/declaration.ts';
import { MoreMenu } from '../more-menu.tsx';
import { type Notice, stateOf } from './notice-form.ts';

interface NoticeHandlers extends RowActions {
  edit: (notice: Notice) => void;
  withdraw: (notice: Notice) => Promise<void>;
}

/** The page's handlers for the buttons in its rows. */
export const NoticeHandlersContext = createContext<NoticeHandlers | null>(null);

/** @param readAtMs when the list was read; the state of a notice depends on it */
export function noticeColumns({ readAtMs }: { readAtMs: number }): Column<Notice>[] {
  const t = adminNoticesTexts.get();
  const now = new Date(readAtMs);
  return [
    { id: 'notice', header: t.notice, cell: (notice) => <Words notice={notice} />, card: 'title', canHide: false },
    { id: 'state', header: t.state, cell: (notice) => <State notice={notice} now={now} />, card: 'aside' },
    { id: 'kind', header: t.where, cell: (notice) => <Where notice={notice} />, card: 'figure' },
    { id: 'when', header: t.when, cell: (notice) => <When notice={notice} />, card: 'figure' },
    actionsColumn((notice) => <Actions notice={notice} />),
  ];
}

function Actions({ notice }: { notice: Notice }) {
  const t = useStore(adminNoticesTexts);
  const handlers = use(NoticeHandlersContext);
  const { title } = notice;
  return (
    <Flex gap="2" justify={{ base: 'start', md: 'end' }}>
      <Button
        size={{ base: 'md', md: 'sm' }}
        flex={{ base: '1', md: 'none' }}
        variant="outline"
        aria-label={t.editOf({ title })}
        onClick={() => handlers?.edit(notice)}
      >
        {t.edit}
      </Button>
      <MoreMenu
        size={{ base: 'md', md: 'sm' }}
        variant={{ base: 'outline', md: 'ghost' }}
        px="0"
        aria-label={t.more({ title })}
        entries={[
          { label: t.withdraw, icon: LuTrash2, tone: 'danger', onClick: () => void handlers?.withdraw(notice) },
        ]}
      />
    </Flex>
  );
}

/** Its weight, title and beginning. */
function Words({ notice: { title, body, level } }: { notice: Notice }) {
  const t = useStore(adminNoticesTexts);
  const isWarning = level === 'warning';
  return (
    <Flex gap="2.5" minW={{ md: '11rem' }} whiteSpace="normal" overflowWrap="anywhere">
      <Box
        role="img"
        aria-label={isWarning ? t.important : t.information}
        title={isWarning ? t.important : t.information}
        color={isWarning ? 'fg.warning' : 'fg.info'}
        mt="1"
      >
        {isWarning ? <LuTriangleAlert /> : <LuInfo />}
      </Box>
      <Box minW="0" dir="auto">
        <Text fontWeight="semibold">{title}</Text>
        <Text textStyle="xs" color="fg.muted" fontWeight="normal" lineClamp="1">
          {body}
        </Text>
      </Box>
    </Flex>
  );
}

const looks = {
  now: { tone: 'green', icon: <LuCircleCheck /> },
  later: { tone: 'blue', icon: <LuClock /> },
  over: { tone: 'gray', icon: <LuClock /> },
} as const;

function State({ notice, now }: { notice: Notice; now: Date }) {
  const t = useStore(adminNoticesTexts);
  const state = stateOf(notice, now);
  const words = { now: t.shown, later: t.later, over: t.over };
  return <StatusBadge {...looks[state]}>{words[state]}</StatusBadge>;
}

/** Banner or page, and whether it can be put away. */
function Where({ notice: { kind, dismissible } }: { notice: Notice }) {
  const t = useStore(adminNoticesTexts);
  if (kind === 'page') return t.page;
  return (
    <Box whiteSpace={{ md: 'nowrap' }}>
      {t.banner}
      <Text textStyle="xs" color="fg.muted">
        {dismissible ? t.canBePutAway : t.stays}
      </Text>
    </Box>
  );
}

/** From this screen width on the column has room for the time of day. */
const TIMES_FROM_PX = 1280;

/** Start and end. */
function When({ notice: { startsAt, endsAt } }: { notice: Notice }) {
  const t = useStore(adminNoticesTexts);
  useStore($timeZone);
  const isTable = useIsWide();
  const isDayOnly = !useIsWide(TIMES_FROM_PX) && isTable;
  return (
    <Box textStyle={{ md: 'xs' }} whiteSpace={{ md: 'nowrap' }}>
      <Text as="span" title={formatMoment(startsAt)}>
        <TimeText at={startsAt} dayOnly={isDayOnly} />
      </Text>
      <Text color="fg.muted" textStyle={{ md: 'xs' }} title={endsAt ? formatMoment(endsAt) : undefined}>
        {endsAt ? t.until({ moment: isDayOnly ? formatDay(endsAt) : formatMoment(endsAt) }) : t.untilWithdrawn}
      </Text>
    </Box>
  );
}
