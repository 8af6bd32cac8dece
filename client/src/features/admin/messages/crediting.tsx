import { Alert, Box, Flex, Link, Progress, Span, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { type AutomaticOut, SHADOW_DECISIONS } from '#shared/evidence.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { creditingTexts } from '../../../i18n/en/admin/payment-messages.ts';
import { $language } from '../../../i18n/language.ts';
import { readError, reportError } from '../../../lib/errors.ts';
import { POLL_MS } from '../../../lib/live/live-state.ts';
import { settingsPath } from '../../../lib/settings-sections.ts';
import { confirm, showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { SwitchField } from '../settings/switch-field.tsx';

/** Which methods are credited by messages, and how the panel's verdicts agree with people's decisions. */
export default function Crediting() {
  const t = useStore(creditingTexts);
  const query = trpc.admin.evidence.automatic.useQuery(undefined, { refetchInterval: POLL_MS });
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Stack gap="4" maxW="3xl">
      <Text color="fg.muted">
        {t.headingText({ needed: SHADOW_DECISIONS })}{' '}
        <Link asChild color="fg" textDecoration="underline">
          <AppLink to={settingsPath('evidence')}>{t.limits}</AppLink>
        </Link>
      </Text>
      {query.data?.items.map((item) => (
        <Method key={item.method} item={item} />
      ))}
      {query.data?.items.length === 0 && <Text>{t.none}</Text>}
      {!query.data && <LoadingStack heights={['24', '24', '24']} />}
    </Stack>
  );
}

function Method({ item }: { item: AutomaticOut['items'][number] }) {
  const t = useStore(creditingTexts);
  const { method, on, decisions, credits, contradictions } = item;
  const utils = trpc.useUtils();
  const locale = useStore($language);
  const { mutateAsync, error } = trpc.admin.evidence.setAutomatic.useMutation();
  const isTooEarly = error !== null && readError(error).code === 'shadow_needed';
  /** Shown while it is asked and sent. */
  const [wanted, want] = useState<boolean>();
  const change = async (next: boolean) => {
    if (!(await confirm(() => questionOf(method, next), next ? 'danger' : 'plain'))) return;
    try {
      await mutateAsync({ method, on: next });
      showSuccess((next ? t.switchedOn : t.switchedOff)({ method }));
    } catch (thrown) {
      if (readError(thrown).code !== 'shadow_needed') void reportError(t.failed, thrown);
    }
    await utils.admin.evidence.automatic.invalidate();
  };
  const agreement = contradictions === 0 ? t.noContradiction : t.contradictions({ count: contradictions });
  return (
    <Box as="section" aria-label={method} borderWidth="1px" borderRadius="l2" p="4">
      <SwitchField
        label={method}
        checked={wanted ?? on}
        onChange={(next) => {
          want(next);
          void change(next).finally(() => want(undefined));
        }}
        hint={
          <>
            {t.decisions({ done: decisions, needed: SHADOW_DECISIONS, credits })},{' '}
            <Span color={contradictions > 0 ? 'fg.warning' : undefined}>{agreement}</Span>
          </>
        }
      />
      <Flex mt="3">
        <Progress.Root
          flex="1"
          size="sm"
          colorPalette={contradictions > 0 ? 'orange' : 'green'}
          value={decisions}
          max={SHADOW_DECISIONS}
          locale={locale}
          aria-label={t.progress({ method })}
        >
          <Progress.Track>
            <Progress.Range />
          </Progress.Track>
        </Progress.Root>
      </Flex>
      {isTooEarly && (
        <Alert.Root status="warning" role="alert" mt="3">
          <Alert.Indicator />
          <Alert.Description>{readError(error).message}</Alert.Description>
        </Alert.Root>
      )}
    </Box>
  );
}

function questionOf(method: string, on: boolean) {
  const t = creditingTexts.get();
  return on
    ? { title: t.onSure({ method }), text: t.onSureText, confirmLabel: t.on }
    : { title: t.offSure({ method }), text: t.offSureText, confirmLabel: t.off };
}
