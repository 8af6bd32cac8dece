import { Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { SyntheticEvent } from 'react';
import { FormDialog } from '../../components/form-dialog.tsx';
import { FormProblem } from '../../components/form-problem.tsx';
import { NewSecret } from '../../components/new-secret.tsx';
import { StoredCheck } from '../../components/stored-check.tsx';
import { keysTexts, rollTexts } from '../../i18n/en/keys.ts';
import { isUnsure, readError } from '../../lib/errors.ts';
import { useStoring } from '../../lib/use-storing.ts';

interface RollDialogProps {
  /** Of the key or webhook. */
  name: string;
  /** What to do instead with a secret that others know. */
  leaked: string;
  /** Whether an older secret still works, which the roll ends. */
  endsOlder: boolean;
  rolling: { isPending: boolean; error: unknown; data: { secret: string } | undefined };
  /** Called once for two taps at once: a second roll would end the secret that is in use. */
  onRoll: () => void;
  onClose: () => void;
}

/** Asks before a secret is rolled, then displays the new one. Mount it when it opens. */
export function RollDialog({ name, leaked, endsOlder, rolling, onRoll, onClose }: RollDialogProps) {
  const t = useStore(rollTexts);
  const words = useStore(keysTexts);
  const secret = rolling.data?.secret;
  const { submit, ...storing } = useStoring(rolling.isPending || secret !== undefined, onClose);
  const roll = (event: SyntheticEvent) => {
    event.preventDefault();
    onRoll();
  };
  return (
    <FormDialog
      title={secret ? t.newTitle : t.title({ name })}
      size="lg"
      submitLabel={secret ? words.done : t.roll}
      pendingLabel={t.rolling}
      pending={rolling.isPending}
      mustFinish={secret !== undefined}
      onSubmit={secret ? submit : roll}
      onClose={onClose}
    >
      {secret ? (
        <NewSecret secret={secret} name={t.secretOf({ name })} warning={t.copyNow}>
          <StoredCheck label={words.stored} reminder={words.storeFirst} {...storing} />
        </NewSecret>
      ) : (
        <Stack gap="3">
          <FormProblem
            title={isUnsure(readError(rolling.error)) ? t.lost : t.failed}
            error={rolling.error}
            fields={[]}
          />
          <Text>{t.text}</Text>
          {endsOlder && <Text>{t.endsOlder}</Text>}
          <Text fontWeight="medium">{leaked}</Text>
        </Stack>
      )}
    </FormDialog>
  );
}
