import { Button, Flex, Kbd } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { LuArrowRight } from 'react-icons/lu';
import { legalTicketActions } from '#shared/ticket-status.ts';
import { Ago } from '../../../components/data-table/moment.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { TicketStatusBadge } from '../../../components/ticket/ticket-status-badge.tsx';
import { adminTicketTexts } from '../../../i18n/en/admin/admin-tickets.ts';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { conversationTexts } from '../../../i18n/en/tickets.ts';
import { withCommand } from '../../../lib/command-key.ts';
import { useIsWide } from '../../../lib/media.ts';
import type { Outputs } from '../../../lib/trpc.ts';
import { KeysHint } from '../review-queue/keys-hint.tsx';
import { useQueueKeys } from '../review-queue/use-queue-keys.ts';
import type { TicketAnswers } from './use-ticket-answers.ts';

interface TicketHeadingProps {
  ticket: Outputs['admin']['tickets']['get'];
  answers: TicketAnswers;
}

/** The subject, since when it waits, and the page's keys. */
export function TicketHeading({ ticket, answers }: TicketHeadingProps) {
  const t = useStore(adminTicketTexts);
  const { keyHelp } = useStore(queueTexts);
  const { closeTicket } = useStore(conversationTexts);
  const isWide = useIsWide();
  const [hintIsOpen, openHint] = useState(false);
  const { id, subject, status, lastMessageAt } = ticket;
  const { close, openNext, waiting = 0 } = answers;
  const canClose = legalTicketActions[status].includes('close');
  const keys = [
    { key: 'r', does: t.keyWrite, act: focusReply },
    { key: 'n', does: t.keySkip, act: () => void openNext() },
    { key: '?', does: keyHelp, act: () => openHint((isOpen) => !isOpen) },
  ];
  useQueueKeys(keys, false);
  return (
    <PageHeading
      title={subject}
      text={
        <Flex as="span" gap="3" align="center" wrap="wrap" fontVariantNumeric="tabular-nums">
          <TicketStatusBadge status={status} /> {t.ticketNumber({ id: String(id) })} <Ago at={lastMessageAt} />
        </Flex>
      }
    >
      {isWide && <KeysHint keys={[...writingKeys(t), ...keys]} open={hintIsOpen} onOpenChange={openHint} />}
      {canClose && (
        <Button size="sm" variant="outline" loading={close.isPending} onClick={() => close.mutate({ id })}>
          {closeTicket}
        </Button>
      )}
      {waiting > 0 && (
        <Button size="sm" variant="outline" onClick={() => void openNext()}>
          {t.nextWaiting({ count: waiting })} {isWide ? <Kbd size="sm">N</Kbd> : <LuArrowRight aria-hidden />}
        </Button>
      )}
    </PageHeading>
  );
}

/** The reply form handles these itself. */
function writingKeys(t: ReturnType<typeof adminTicketTexts.get>) {
  return [
    { key: 'ctrl+enter', label: withCommand('Enter'), does: t.keySend },
    { key: 'ctrl+shift+enter', label: withCommand('Shift Enter'), does: t.keySendNext },
  ];
}

function focusReply(): void {
  document.querySelector<HTMLTextAreaElement>('main textarea')?.focus();
}
