import { Button, Menu } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuMessageSquareText } from 'react-icons/lu';
import { fillReply } from '#shared/saved-replies.ts';
import { MenuLayer } from '../../../components/menu-layer.tsx';
import { adminTicketTexts } from '../../../i18n/en/admin/admin-tickets.ts';
import { trpc } from '../../../lib/trpc.ts';
import type { Ticket } from './ticket-columns.tsx';

interface SavedRepliesMenuProps {
  ticket: Pick<Ticket, 'user' | 'orderId' | 'rechargeId'>;
  /** Inserts a text at the cursor. */
  insert: (text: string) => void;
}

/** Inserts a saved reply, filled in for this ticket. */
export function SavedRepliesMenu({ ticket, insert }: SavedRepliesMenuProps) {
  const t = useStore(adminTicketTexts);
  const { data: replies } = trpc.admin.savedReplies.list.useQuery();
  if (!replies || replies.length === 0) return null;
  const { user, orderId, rechargeId } = ticket;
  const choose = (id: string) => {
    const reply = replies.find((each) => String(each.id) === id);
    if (reply) insert(fillReply(reply.text, { name: user.name, orderId, rechargeId }));
  };
  return (
    <Menu.Root lazyMount unmountOnExit onSelect={({ value }) => choose(value)}>
      <Menu.Trigger asChild>
        <Button variant="outline" w={{ base: 'full', md: 'auto' }} me={{ md: 'auto' }}>
          <LuMessageSquareText aria-hidden /> {t.savedReplies}
        </Button>
      </Menu.Trigger>
      <MenuLayer>
        <Menu.Content maxH="min(24rem, 60dvh)" overflowY="auto" maxW="calc(100vw - 2rem)" w="80">
          {replies.map(({ id, title }) => (
            <Menu.Item key={id} value={String(id)} dir="auto">
              {title}
            </Menu.Item>
          ))}
        </Menu.Content>
      </MenuLayer>
    </Menu.Root>
  );
}
