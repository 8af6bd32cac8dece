import { Box, Button, Dialog, Portal, SimpleGrid, Text } from '@chakra-ui/react';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { RechargeStatusBadge } from '../../../components/status-badge.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { formatDollars, formatTaka } from '../../../lib/money.ts';
import { trpc } from '../../../lib/trpc.ts';
import { DetailsFacts } from '../review-queue/details-parts.tsx';
import type { Recharge } from './recharge-decisions.tsx';

interface DuplicateDialogProps {
  recharge: Recharge;
  send: () => void;
  onClose: () => void;
}

/** Compares a request with the others that have its transaction ID, before it is approved. Mount it when it opens. */
export default function DuplicateDialog({ recharge, send, onClose }: DuplicateDialogProps) {
  const others = trpc.admin.recharges.sameReference.useQuery({ id: recharge.id }, { staleTime: 0 });
  return (
    <Dialog.Root
      open
      role="alertdialog"
      placement="center"
      size="lg"
      scrollBehavior="inside"
      onOpenChange={({ open }) => !open && onClose()}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>Approve all the same?</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body pt="0">
              <Dialog.Description mb="4">
                The transaction ID {recharge.reference} stands on another request too. Only one of them can have been
                paid with it.
              </Dialog.Description>
              <SimpleGrid columns={{ base: 1, md: 2 }} gap="3">
                <Request title="This one" recharge={recharge} />
                {others.data?.map((other) => (
                  <Request key={other.id} title="Sent before" recharge={other} isLater={other.id > recharge.id} />
                ))}
                {others.isPending && <LoadingStack heights={['48']} />}
                {others.isError && <ErrorState error={others.error} onRetry={() => void others.refetch()} />}
              </SimpleGrid>
            </Dialog.Body>
            <Dialog.Footer>
              <Button variant="outline" autoFocus onClick={onClose}>
                Cancel
              </Button>
              <Button colorPalette="red" disabled={others.isPending} onClick={() => send()}>
                Approve {formatDollars(recharge.amountNanos)}
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

interface RequestProps {
  title: string;
  recharge: Recharge;
  isLater?: boolean;
}

function Request({ title, recharge, isLater = false }: RequestProps) {
  const { id, user, method, amountNanos, paidTaka, createdAt, decidedBy, reason, reversedBy, reversalReason } =
    recharge;
  const facts = [
    { label: 'Customer', value: `${user.name} (@${user.userName})` },
    { label: 'Phone', value: user.phone },
    { label: 'Method', value: method },
    { label: 'Amount', value: `${formatDollars(amountNanos)} for ${formatTaka(paidTaka)}` },
    { label: 'Sent', value: <TimeText at={createdAt} /> },
    { label: 'Status', value: <RechargeStatusBadge recharge={recharge} quiet /> },
    ...(decidedBy ? [{ label: 'Decided', value: `by ${decidedBy}${reason ? `: ${reason}` : ''}` }] : []),
    ...(reversedBy ? [{ label: 'Taken back', value: `by ${reversedBy}: ${reversalReason}` }] : []),
  ];
  return (
    <Box as="section" aria-label={`Recharge ${id}`} borderWidth="1px" borderRadius="l2" p="3" minW="0">
      <Text textStyle="xs" color="fg.muted">
        {isLater ? 'Sent after it' : title}
      </Text>
      <Text fontWeight="semibold" mb="2">
        Recharge {id}
      </Text>
      <DetailsFacts size="sm" facts={facts} />
    </Box>
  );
}
