import { Flex, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuCircleCheck, LuCircleX } from 'react-icons/lu';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { keysTexts } from '../../../i18n/en/keys.ts';
import { pagedList } from '../../../lib/paged-list.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { OwnLog } from '../own-log.tsx';
import type { Key } from './use-revoke.ts';

const PAGE = 20;
const EVERY_MS = 5_000;

/** The last calls of a key, newest first. */
export function CallLog({ apiKey: { id, name } }: { apiKey: Key }) {
  const t = useStore(keysTexts);
  const query = trpc.keys.calls.useInfiniteQuery({ id, limit: PAGE }, { ...pagedList, refetchInterval: EVERY_MS });
  return (
    <OwnLog
      label={t.callsOf({ name })}
      empty={t.noCalls}
      query={query}
      // The calls of a batch have one trace id.
      row={(call, at) => <CallRow key={`${call.traceId} ${at}`} call={call} />}
    />
  );
}

function CallRow({ call }: { call: Outputs['keys']['calls']['items'][number] }) {
  const { status, code, traceId, at } = call;
  const isGood = code === null && status < 400;
  return (
    <Flex
      as="li"
      columnGap="3"
      rowGap="1"
      align="center"
      wrap="wrap"
      borderTopWidth="1px"
      px={{ base: '4', md: '6' }}
      py="3"
      textStyle="sm"
      fontVariantNumeric="tabular-nums"
    >
      <StatusBadge small tone={isGood ? 'green' : 'red'} icon={isGood ? <LuCircleCheck /> : <LuCircleX />}>
        <span translate="no">{code ? `${status} ${code}` : status}</span>
      </StatusBadge>
      <TimeText at={at} />
      <Text fontFamily="mono" textStyle="xs" color="fg.muted" overflowWrap="anywhere">
        <span translate="no">{traceId}</span>
      </Text>
    </Flex>
  );
}
