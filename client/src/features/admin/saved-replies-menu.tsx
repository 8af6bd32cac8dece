import { Button, type ButtonProps, Menu } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuMessageSquareText } from 'react-icons/lu';
import { fillReply, hasPlaceholders } from '#shared/saved-replies.ts';
import { MenuLayer } from '../../components/menu-layer.tsx';
import { adminTicketTexts } from '../../i18n/en/admin/admin-tickets.ts';
import { trpc } from '../../lib/trpc.ts';

/** What a customer's ticket, or a row of a review queue, is about. */
export interface ReplyAbout {
  userId: number;
  orderId: number | null;
  rechargeId: number | null;
}

interface SavedRepliesMenuProps extends Omit<ButtonProps, 'about'> {
  /** Several for one text that several customers read. */
  about: readonly ReplyAbout[];
  insert: (text: string) => void;
}

/**
 * Inserts a saved reply. One customer gets it in their language, filled in. Several get the texts of all languages, and only replies
 * without placeholders. The menu waits for the customer's name and language.
 */
export function SavedRepliesMenu({ about, insert, ...look }: SavedRepliesMenuProps) {
  const t = useStore(adminTicketTexts);
  const { data: replies = [] } = trpc.admin.savedReplies.list.useQuery();
  const [only] = about.length === 1 ? about : [];
  const { data: user } = trpc.admin.users.get.useQuery({ id: only?.userId ?? 0 }, { enabled: only !== undefined });
  const offered = only ? replies : replies.filter((reply) => !hasPlaceholders(reply));
  if (offered.length === 0 || (only && !user)) return null;
  const choose = (id: string) => {
    const reply = offered.find((each) => String(each.id) === id);
    const { name = '', language = null } = user ?? {};
    const { orderId = null, rechargeId = null } = only ?? {};
    if (reply) insert(fillReply(reply, { name, orderId, rechargeId, language }));
  };
  return (
    <Menu.Root lazyMount unmountOnExit onSelect={({ value }) => choose(value)}>
      <Menu.Trigger asChild>
        <Button variant="outline" {...look}>
          <LuMessageSquareText aria-hidden /> {t.savedReplies}
        </Button>
      </Menu.Trigger>
      <MenuLayer>
        <Menu.Content maxH="min(24rem, 60dvh)" overflowY="auto" maxW="calc(100vw - 2rem)" w="80">
          {offered.map(({ id, title }) => (
            <Menu.Item key={id} value={String(id)} dir="auto">
              {title}
            </Menu.Item>
          ))}
        </Menu.Content>
      </MenuLayer>
    </Menu.Root>
  );
}
