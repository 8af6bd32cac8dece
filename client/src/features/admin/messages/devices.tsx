import { Box, Button, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { LuCircleCheck, LuCircleX, LuPlus, LuSmartphone, LuTriangleAlert } from 'react-icons/lu';
import { SILENT_MINUTES } from '#shared/devices.ts';
import type { Column } from '../../../components/data-table/columns.ts';
import { Ago } from '../../../components/data-table/moment.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { deviceTexts } from '../../../i18n/en/admin/payment-messages.ts';
import { POLL_MS } from '../../../lib/live/live-state.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { actionsColumn } from '../columns.tsx';
import { declareList } from '../list/declare-list.tsx';
import { useOnePage } from '../live-list.ts';
import { runChange } from '../run-change.ts';
import { DeviceDialog } from './device-dialog.tsx';

type Device = Outputs['admin']['devices']['list']['items'][number];

/** The phones that forward messages, those in use first. */
export default function Devices() {
  const t = useStore(deviceTexts);
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <List
        toolbar={
          <Button colorPalette="brand" size="sm" onClick={() => setAdding(true)}>
            <LuPlus aria-hidden /> {t.add}
          </Button>
        }
      />
      {isAdding && <DeviceDialog onClose={() => setAdding(false)} />}
    </>
  );
}

const List = declareList<Device>()({
  isTextBelow: true,
  useInput: () => ({}),
  useList() {
    const query = trpc.admin.devices.list.useQuery(undefined, { refetchInterval: POLL_MS });
    return useOnePage(query, query.data?.items);
  },
  words: () => deviceTexts.get(),
  columns: deviceColumns,
  ageOnRead: true,
  emptyIcon: <LuSmartphone />,
});

/** @param readAtMs when the list was read: a phone is silent after a while */
function deviceColumns({ readAtMs }: { readAtMs: number }): Column<Device>[] {
  const t = deviceTexts.get();
  const ago = (at: string | null) => (at ? <Ago at={at} /> : t.never);
  return [
    {
      id: 'name',
      header: t.name,
      cell: ({ name, methods }) => (
        <Box whiteSpace="normal" overflowWrap="anywhere">
          <Text fontWeight="semibold">{name}</Text>
          <Text textStyle="xs" color="fg.muted" fontWeight="normal">
            {methods.join(', ')}
          </Text>
        </Box>
      ),
      card: 'title',
      canHide: false,
    },
    { id: 'state', header: t.state, cell: (device) => <State device={device} readAtMs={readAtMs} />, card: 'aside' },
    { id: 'message', header: t.lastMessage, cell: ({ messageAt }) => ago(messageAt), card: 'figure' },
    { id: 'sign', header: t.lastSign, cell: ({ seenAt }) => ago(seenAt), card: 'figure' },
    actionsColumn((device) => device.revokedAt === null && <Revoke device={device} />),
  ];
}

function State({ device: { seenAt, revokedAt }, readAtMs }: { device: Device; readAtMs: number }) {
  const t = useStore(deviceTexts);
  if (revokedAt !== null) {
    return (
      <StatusBadge tone="gray" icon={<LuCircleX />} quiet>
        {t.revoked}
      </StatusBadge>
    );
  }
  const isAlive = seenAt !== null && readAtMs - Date.parse(seenAt) <= SILENT_MINUTES * 60_000;
  return (
    <StatusBadge tone={isAlive ? 'green' : 'orange'} icon={isAlive ? <LuCircleCheck /> : <LuTriangleAlert />} quiet>
      {isAlive ? t.works : t.silent}
    </StatusBadge>
  );
}

function Revoke({ device: { id, name } }: { device: Device }) {
  const t = useStore(deviceTexts);
  const utils = trpc.useUtils();
  const { mutateAsync, isPending } = trpc.admin.devices.revoke.useMutation();
  const revoke = () =>
    runChange({
      question: () => {
        const { revokeSure, revokeSureText, revoke: confirmLabel } = deviceTexts.get();
        return { title: revokeSure, text: revokeSureText({ name }), confirmLabel };
      },
      questionTone: 'danger',
      send: () => mutateAsync({ id }),
      done: () => [t.revokedToast, name],
      failed: t.revokeFailed,
      refresh: () => utils.admin.devices.invalidate(),
    });
  return (
    <Button
      size="sm"
      variant="outline"
      loading={isPending}
      aria-label={t.revokeOf({ name })}
      onClick={() => void revoke()}
    >
      {t.revoke}
    </Button>
  );
}
