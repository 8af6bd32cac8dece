import { Box, Button, Flex, IconButton, Span, Text } from '@chakra-ui/react';
import { LuCircleCheck, LuClock, LuInfo, LuPencil, LuTrash2, LuTriangleAlert } from 'react-icons/lu';
import type { Column } from '../../../components/data-table/columns.ts';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { actionsColumn } from '../columns.tsx';
import { type Notice, stateOf } from './notice-form.ts';

interface Handlers {
  /** When the list was read; the state of a notice depends on it. */
  now: Date;
  onEdit: (notice: Notice) => void;
  onWithdraw: (notice: Notice) => Promise<void>;
}

export function noticeColumns({ now, onEdit, onWithdraw }: Handlers): Column<Notice>[] {
  return [
    { id: 'notice', header: 'Notice', cell: (notice) => <Words notice={notice} />, card: 'title', canHide: false },
    { id: 'state', header: 'State', cell: (notice) => <State notice={notice} now={now} />, card: 'aside' },
    { id: 'kind', header: 'Where', cell: ({ kind }) => (kind === 'banner' ? 'Banner' : 'Page') },
    { id: 'level', header: 'Weight', cell: ({ level }) => <Weight level={level} /> },
    { id: 'dismissible', header: 'Put Away', cell: ({ dismissible }) => (dismissible ? 'Yes' : 'No') },
    { id: 'startsAt', header: 'Start', cell: ({ startsAt }) => <Moment at={startsAt} /> },
    { id: 'endsAt', header: 'End', cell: ({ endsAt }) => (endsAt ? <Moment at={endsAt} /> : 'None') },
    actionsColumn((notice) => (
      <Flex gap="2" justify={{ base: 'start', md: 'end' }}>
        <Button size="sm" variant="outline" aria-label={`Edit ${notice.title}`} onClick={() => onEdit(notice)}>
          <LuPencil aria-hidden /> Edit
        </Button>
        <IconButton
          size="sm"
          variant="ghost"
          aria-label={`Withdraw ${notice.title}`}
          title="Withdraw"
          onClick={() => void onWithdraw(notice)}
        >
          <LuTrash2 />
        </IconButton>
      </Flex>
    )),
  ];
}

function Words({ notice: { title, body } }: { notice: Notice }) {
  return (
    <Box {...wrapped('72')} dir="auto">
      <Text fontWeight="semibold">{title}</Text>
      <Text textStyle="xs" color="fg.muted" fontWeight="normal" lineClamp="1">
        {body}
      </Text>
    </Box>
  );
}

const states = {
  now: { tone: 'green', icon: <LuCircleCheck />, words: 'Shown' },
  later: { tone: 'blue', icon: <LuClock />, words: 'Later' },
  over: { tone: 'gray', icon: <LuClock />, words: 'Over' },
} as const;

function State({ notice, now }: { notice: Notice; now: Date }) {
  const { words, ...look } = states[stateOf(notice, now)];
  return <StatusBadge {...look}>{words}</StatusBadge>;
}

function Weight({ level }: Pick<Notice, 'level'>) {
  const isWarning = level === 'warning';
  return (
    <Flex as="span" display="inline-flex" gap="1.5" align="center">
      <Span aria-hidden color={isWarning ? 'fg.warning' : 'fg.info'}>
        {isWarning ? <LuTriangleAlert /> : <LuInfo />}
      </Span>
      {isWarning ? 'Important' : 'Information'}
    </Flex>
  );
}

function Moment({ at }: { at: string }) {
  return (
    <Box asChild display="block" {...wrapped('28')} textStyle={{ md: 'xs' }}>
      <TimeText at={at} />
    </Box>
  );
}

/** Long text wraps, so that many columns fit; on a card it uses the whole line. */
function wrapped(width: string) {
  return { w: { md: width }, whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;
}
