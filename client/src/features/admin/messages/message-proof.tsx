import { Button, Flex, Link, Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuCircleCheck } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import { messageTexts } from '../../../i18n/en/admin/payment-messages.ts';
import { managedRechargePath } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/trpc.ts';
import { poishaWords } from '../poisha-words.ts';
import { runChange } from '../run-change.ts';
import type { Message } from './message.ts';

/** The recharge that a message credited, whether its balance is proved, and for a held one the button that says so. */
export function MessageProof({ message }: { message: Message }) {
  const t = useStore(messageTexts);
  const { rechargeId, isLinked, state, balancePoisha } = message;
  if (rechargeId === null && !isLinked && state !== 'held') return null;
  return (
    <Flex mt="1" columnGap="3" rowGap="1" wrap="wrap" align="center" textStyle="xs" fontWeight="normal">
      {rechargeId !== null && (
        <Link asChild>
          <AppLink to={managedRechargePath(rechargeId)}>{t.rechargeLink({ id: String(rechargeId) })}</AppLink>
        </Link>
      )}
      {isLinked && (
        <Flex as="span" align="center" gap="1" color="fg.muted">
          <Span color="fg.success" aria-hidden>
            <LuCircleCheck />
          </Span>
          {t.balanceProved}
        </Flex>
      )}
      {(state === 'held' || state === 'used') && !isLinked && balancePoisha !== null && (
        <BalanceIsRight message={message} balance={poishaWords(balancePoisha)} />
      )}
    </Flex>
  );
}

function BalanceIsRight({ message: { id, device, reference }, balance }: { message: Message; balance: string }) {
  const t = useStore(messageTexts);
  const utils = trpc.useUtils();
  const { mutateAsync, isPending } = trpc.admin.evidence.balanceIsRight.useMutation();
  const confirmIt = () =>
    runChange({
      question: () => {
        const { balanceSure, balanceSureText, balanceRight, phone } = messageTexts.get();
        const text = balanceSureText({ balance, phone: device?.name ?? phone });
        return { title: balanceSure, text, confirmLabel: balanceRight };
      },
      questionTone: 'danger',
      send: () => mutateAsync({ id }),
      done: () => [t.balanceToast, balance],
      failed: t.balanceFailed,
      refresh: () => utils.admin.evidence.invalidate(),
    });
  return (
    <Button
      size="xs"
      variant="outline"
      loading={isPending}
      aria-label={t.balanceRightOf({ id: reference ?? String(id) })}
      onClick={() => void confirmIt()}
    >
      {t.balanceRight}
    </Button>
  );
}
