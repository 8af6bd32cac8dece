import { Button, Flex } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { LuRotateCw, LuTrash2 } from 'react-icons/lu';
import { keysTexts, rollTexts } from '../../../i18n/en/keys.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useNow } from '../../../lib/use-now.ts';
import { LogToggle } from '../log-toggle.tsx';
import { RollDialog } from '../roll-dialog.tsx';
import { isExpired } from './use-live-keys.ts';
import type { Key } from './use-revoke.ts';

interface KeyActionsProps {
  apiKey: Key;
  isRevoking: boolean;
  onRevoke: () => void;
  /** Whether its calls are displayed. */
  isOpen: boolean;
  /** The id of the element that displays them. */
  logId: string;
  onToggleLog: () => void;
}

/** What can be done with a key. */
export function KeyActions({ apiKey, isRevoking, onRevoke, isOpen, logId, onToggleLog }: KeyActionsProps) {
  const t = useStore(keysTexts);
  const words = useStore(rollTexts);
  const [isRolling, setRolling] = useState(false);
  const { name } = apiKey;
  return (
    <Flex gap="2" wrap="wrap" mt="3">
      {!isExpired(apiKey, useNow()) && (
        <Button {...action} aria-label={words.rollName({ name })} onClick={() => setRolling(true)}>
          <LuRotateCw aria-hidden /> {words.roll}
        </Button>
      )}
      <Button {...action} aria-label={t.revokeName({ name })} loading={isRevoking} onClick={onRevoke}>
        <LuTrash2 aria-hidden /> {t.revoke}
      </Button>
      <LogToggle label={t.callsOf({ name })} isOpen={isOpen} logId={logId} onToggle={onToggleLog}>
        {t.calls}
      </LogToggle>
      {isRolling && <RollKeyDialog apiKey={apiKey} onClose={() => setRolling(false)} />}
    </Flex>
  );
}

const action = { size: { base: 'md', md: 'sm' }, variant: 'outline' } as const;

function RollKeyDialog({ apiKey: { id, name, previousSecretEndsAt }, onClose }: { apiKey: Key; onClose: () => void }) {
  const t = useStore(keysTexts);
  const utils = trpc.useUtils();
  const rolling = trpc.keys.roll.useMutation({ gcTime: 0, onSettled: () => utils.keys.list.invalidate() });
  return (
    <RollDialog
      name={name}
      leaked={t.leaked}
      endsOlder={previousSecretEndsAt !== null}
      rolling={rolling}
      onRoll={() => !utils.keys.roll.isMutating() && rolling.mutate({ id })}
      onClose={onClose}
    />
  );
}
