import { Box, Button, Dialog, SimpleGrid, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { RechargeStatusBadge } from '../../../components/status-badge.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { adminTexts } from '../../../i18n/en/admin/admin.ts';
import { adminRechargeTexts } from '../../../i18n/en/admin/admin-recharges.ts';
import { rechargeDetailsTexts } from '../../../i18n/en/admin/recharge-details.ts';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { Modal } from '../../../lib/modal.tsx';
import { formatDollars, formatTaka } from '../../../lib/money.ts';
import { trpc } from '../../../lib/trpc.ts';
import { byWords } from '../review-queue/by-words.ts';
import { DetailsFacts } from '../review-queue/details-parts.tsx';
import { creditOf, type Recharge } from './recharge.ts';

interface DuplicateDialogProps {
  recharge: Recharge;
  send: () => void;
  onClose: () => void;
}

/** Compares a request with the others that have its transaction ID, before it is approved. Mount it when it opens. */
export default function DuplicateDialog({ recharge, send, onClose }: DuplicateDialogProps) {
  const t = useStore(rechargeDetailsTexts);
  const { cancel } = useStore(queueTexts);
  const others = trpc.admin.recharges.sameReference.useQuery({ id: recharge.id }, { staleTime: 0 });
  return (
    <Modal role="alertdialog" size="lg" scrollBehavior="inside" onClose={onClose}>
      <Dialog.Header>
        <Dialog.Title>{t.approveAllTheSame}</Dialog.Title>
      </Dialog.Header>
      <Dialog.Body pt="0">
        <Dialog.Description mb="4">{t.duplicateText({ reference: recharge.reference })}</Dialog.Description>
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="3">
          <Request title={t.thisOne} recharge={recharge} />
          {others.data?.map((other) => (
            <Request key={other.id} title={t.sentBefore} recharge={other} isLater={other.id > recharge.id} />
          ))}
          {others.isPending && <LoadingStack heights={['48']} />}
          {others.isError && <ErrorState error={others.error} onRetry={() => void others.refetch()} />}
        </SimpleGrid>
      </Dialog.Body>
      <Dialog.Footer>
        <Button variant="outline" autoFocus onClick={onClose}>
          {cancel}
        </Button>
        <Button colorPalette="red" disabled={others.isPending} onClick={() => send()}>
          {t.approveAmount({ amount: formatDollars(creditOf(recharge)) })}
        </Button>
      </Dialog.Footer>
    </Modal>
  );
}

interface RequestProps {
  title: string;
  recharge: Recharge;
  isLater?: boolean;
}

function Request({ title, recharge, isLater = false }: RequestProps) {
  const t = useStore(rechargeDetailsTexts);
  const { amount, phone, method: methodLabel } = useStore(adminRechargeTexts);
  const words = useStore(queueTexts);
  const { status } = useStore(adminTexts);
  const { id, user, method, amountNanos, paidTaka, createdAt, reason, reversedBy, reversalReason } = recharge;
  const decided = byWords(recharge, reason);
  const takenBack = byWords({ decidedBy: reversedBy, decider: null }, reversalReason);
  const facts = [
    { label: words.customer, value: `${user.name} (@${user.userName})` },
    { label: phone, value: user.phone },
    { label: methodLabel, value: method },
    { label: amount, value: t.amountFor({ amount: formatDollars(amountNanos), taka: formatTaka(paidTaka) }) },
    { label: t.sent, value: <TimeText at={createdAt} /> },
    { label: status, value: <RechargeStatusBadge recharge={recharge} quiet /> },
    ...(decided ? [{ label: t.decided, value: decided }] : []),
    ...(takenBack ? [{ label: t.takenBack, value: takenBack }] : []),
  ];
  return (
    <Box as="section" aria-label={t.title({ id: String(id) })} borderWidth="1px" borderRadius="l2" p="3" minW="0">
      <Text textStyle="xs" color="fg.muted">
        {isLater ? t.sentAfter : title}
      </Text>
      <Text fontWeight="semibold" mb="2">
        {t.title({ id: String(id) })}
      </Text>
      <DetailsFacts size="sm" facts={facts} />
    </Box>
  );
}
