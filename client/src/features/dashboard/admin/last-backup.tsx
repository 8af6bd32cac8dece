import { Alert, Box, Flex, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuFileClock, LuTriangleAlert } from 'react-icons/lu';
import { shopTexts } from '../../../i18n/en/admin/shop.ts';
import { formatAgo } from '../../../lib/dates.ts';
import { formatCount, formatHours, formatMinutes } from '../../../lib/format.ts';
import { usePollMs } from '../../../lib/live/live-state.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useNow } from '../../../lib/use-now.ts';

const HOUR_SECONDS = 3600;

/** When the last backup was made, and where; a warning if one is missing, or the advice to set backups up. */
export function LastBackup() {
  const backup = useLastBackup();
  return backup && <Box id="backup">{backup.isLate ? <Missing {...backup} /> : <Last {...backup} />}</Box>;
}

type Backup = NonNullable<ReturnType<typeof useLastBackup>>;

function Missing({ lastText, every }: Backup) {
  const t = useStore(shopTexts);
  return (
    <Alert.Root status="warning">
      <Alert.Indicator>
        <LuTriangleAlert />
      </Alert.Indicator>
      <Alert.Content>
        <Alert.Title>{lastText === undefined ? t.backupNever : t.backupLate}</Alert.Title>
        <Alert.Description overflowWrap="anywhere">
          {lastText} {t.backupDue({ every })}
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}

function Last({ lastText }: Backup) {
  const t = useStore(shopTexts);
  return (
    <Flex as="p" gap="2" align="baseline" textStyle="sm" color="fg.muted">
      <LuFileClock aria-hidden style={{ flexShrink: 0, alignSelf: 'center' }} />
      <Text as="span" overflowWrap="anywhere" minW="0">
        {lastText ?? t.backupNone}
      </Text>
    </Flex>
  );
}

function useLastBackup() {
  const t = useStore(shopTexts);
  const { data, dataUpdatedAt } = trpc.admin.backups.last.useQuery(undefined, { refetchInterval: usePollMs() });
  const nowMs = useNow();
  if (!data) return undefined;
  const { last, everySeconds, isLate } = data;
  // By this device's clock, which may differ from the server's.
  const finishedAt = new Date(dataUpdatedAt - (last?.ageSeconds ?? 0) * 1000);
  const lastText =
    last === null
      ? undefined
      : t.backupLast({ ago: formatAgo(finishedAt, nowMs), host: last.host, size: sizeOf(last.bytes) });
  return { isLate, lastText, every: intervalOf(everySeconds ?? 0) };
}

function intervalOf(seconds: number): string {
  const isHours = seconds % HOUR_SECONDS === 0;
  return isHours && seconds < 72 * HOUR_SECONDS ? formatHours(seconds / HOUR_SECONDS) : formatMinutes(seconds / 60);
}

/** "12 MB", "1.4 GB". */
function sizeOf(bytes: number): string {
  const megabytes = bytes / 1e6;
  if (megabytes >= 1000) return `${formatCount(Math.round(megabytes / 100) / 10)} GB`;
  return `${formatCount(megabytes >= 10 ? Math.round(megabytes) : Math.max(0.1, Math.round(megabytes * 10) / 10))} MB`;
}
