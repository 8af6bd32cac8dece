import { Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { keysTexts } from '../../../i18n/en/keys.ts';
import { trpc } from '../../../lib/trpc.ts';
import { KeyRow } from './key-row.tsx';
import { useLiveKeys } from './use-live-keys.ts';
import { useRevoke } from './use-revoke.ts';

/** After a change of the password: the keys that are still valid, to revoke all of them. Closes at once if there are none. Mount it when it opens. */
export default function LiveKeysDialog({ onClose }: { onClose: () => void }) {
  const t = useStore(keysTexts);
  const { data, isFetchedAfterMount } = trpc.keys.list.useQuery(undefined, { staleTime: 0 });
  const live = useLiveKeys(data?.keys);
  const { revokeAll, isRevokingAll } = useRevoke();
  // A key that is made later must not open it.
  const isDone = isFetchedAfterMount && live.length === 0;
  useEffect(() => {
    if (isDone) onClose();
  }, [isDone, onClose]);
  if (live.length === 0) return null;
  return (
    <FormDialog
      title={t.liveTitle}
      text={t.liveText}
      size="lg"
      tone="danger"
      submitLabel={t.revokeAll}
      pendingLabel={t.revokeAll}
      cancelLabel={t.liveKeep}
      pending={isRevokingAll}
      onSubmit={(event) => {
        event.preventDefault();
        revokeAll(onClose);
      }}
      onClose={onClose}
    >
      <Stack as="ul" listStyleType="none" gap="0" borderWidth="1px" borderTopWidth="0" borderRadius="l2">
        {live.map((each) => (
          <KeyRow key={each.id} apiKey={each} />
        ))}
      </Stack>
    </FormDialog>
  );
}
