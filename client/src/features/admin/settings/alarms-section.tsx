import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { telegramFields } from '#shared/alarms.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { TextField } from '../../../components/fields.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { settingSectionTexts, settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { fieldMessage, reportError, showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { showSuccess, showWarning } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { runChange } from '../run-change.ts';
import { useUntilEnded } from '../use-until-ended.ts';
import { SaveButton } from './save-button.tsx';
import { SectionFrame } from './section-frame.tsx';

interface AlarmsSectionProps {
  noteUnsaved: (section: 'alarms', isUnsaved: boolean) => void;
}

/** Where alarms are sent apart from mail. */
export function AlarmsSection({ noteUnsaved }: AlarmsSectionProps) {
  const sections = useStore(settingSectionTexts);
  const { data, error, isPending, refetch } = trpc.admin.alarms.get.useQuery();
  return (
    <SectionFrame title={sections.alarms} text={sections.alarmsText} narrow>
      {isPending ? (
        <LoadingStack heights={['20', '20']} px={{ base: '4', md: '6' }} pb="6" />
      ) : data ? (
        <Telegram key={String(data.telegram !== null)} chatId={data.telegram?.chatId} noteUnsaved={noteUnsaved} />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </SectionFrame>
  );
}

function Telegram({ chatId, noteUnsaved }: AlarmsSectionProps & { chatId: string | undefined }) {
  const t = useStore(settingsTexts);
  const utils = trpc.useUtils();
  // The token must not stay in memory.
  const { mutateAsync, reset, isPending } = trpc.admin.alarms.save.useMutation({ gcTime: 0 });
  const testing = trpc.admin.alarms.test.useMutation();
  const { wait, ...testCall } = useUntilEnded();
  const form = useSchemaForm(telegramFields, { token: '', chatId: chatId ?? '' });
  const { errors, isDirty } = form.formState;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a change of the state is news
  useEffect(() => noteUnsaved('alarms', isDirty), [isDirty]);

  const refresh = () => Promise.all([utils.admin.alarms.get.invalidate(), utils.admin.reports.attention.invalidate()]);
  const save = form.handleSubmit(async ({ token, chatId: chat }) => {
    try {
      await mutateAsync({ telegram: { ...(token && { token }), chatId: chat } });
      form.reset({ token: '', chatId: chat });
      showSuccess(t.alarmsSaved, t.alarmsSavedText);
    } catch (error) {
      showFormError(form, error, t.failedAlarms);
    }
    reset();
    await refresh();
  });
  const remove = () =>
    runChange({
      question: () => ({ title: t.alarmsRemoveAsk, text: t.alarmsRemoveText, confirmLabel: t.alarmsRemove }),
      send: () => mutateAsync({ telegram: null }),
      done: () => [t.alarmsRemoved],
      failed: t.failedAlarms,
      refresh,
    });
  const test = async () => {
    try {
      const tested = await wait(() => testing.mutateAsync());
      if (tested?.ok) showSuccess(t.alarmsTestFine, t.alarmsTestFineText);
      else if (tested) showWarning(t.alarmsTestFailed, fieldMessage(tested.problem ?? '–'));
    } catch (error) {
      void reportError(t.alarmsTestFailed, error);
    }
  };

  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Stack gap="5" px={{ base: '4', md: '6' }} pb={{ base: '4', md: '6' }}>
        <TextField
          label={t.botToken}
          hint={chatId === undefined ? t.botTokenHint : t.botTokenStored}
          // A password manager must not offer to store it as the login's.
          autoComplete="one-time-code"
          type="password"
          spellCheck={false}
          dir="ltr"
          fontFamily="mono"
          maxLength={200}
          error={errors.token}
          {...form.register('token')}
        />
        <TextField
          label={t.chat}
          hint={t.chatHint}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          maxLength={64}
          error={errors.chatId}
          {...form.register('chatId')}
        />
        <Text color="fg.muted" textStyle="sm">
          {t.alarmsMails}
        </Text>
      </Stack>
      <Flex justify="end" gap="2" wrap="wrap" borderTopWidth="1px" px={{ base: '4', md: '6' }} py="3">
        {chatId !== undefined && (
          <>
            <Button variant="outline" disabled={isPending} onClick={() => void remove()}>
              {t.alarmsRemove}
            </Button>
            <Button
              variant="outline"
              disabled={isDirty}
              loading={testCall.isPending}
              loadingText={testCall.line}
              onClick={() => void test()}
            >
              {t.alarmsTest}
            </Button>
          </>
        )}
        <SaveButton state={form.formState} />
      </Flex>
    </form>
  );
}
