import { Badge, Box, Button, Flex, Grid, Switch, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { LuPencil, LuRotateCw, LuSend, LuTrash2 } from 'react-icons/lu';
import { TimeText } from '../../../components/time-text.tsx';
import { rollTexts } from '../../../i18n/en/keys.ts';
import { webhookEventTexts, webhooksTexts } from '../../../i18n/en/webhooks.ts';
import { Sentence } from '../../../i18n/sentence.tsx';
import { trpc } from '../../../lib/trpc.ts';
import { LogToggle } from '../log-toggle.tsx';
import { RollDialog } from '../roll-dialog.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { useWebhookChanges, type Webhook } from './use-webhook-changes.ts';

interface WebhookCardProps {
  webhook: Webhook;
  /** Whether its deliveries are displayed. */
  isOpen: boolean;
  onToggleLog: () => void;
  onEdit: () => void;
}

/** A webhook with its events and state, what can be done with it, and its deliveries. */
export function WebhookCard({ webhook, isOpen, onToggleLog, onEdit }: WebhookCardProps) {
  const t = useStore(webhooksTexts);
  const events = useStore(webhookEventTexts);
  const words = useStore(rollTexts);
  const [isRolling, setRolling] = useState(false);
  const { toggle, isSwitching, test, isTesting, remove, isRemoving } = useWebhookChanges(webhook);
  const { id, url, enabled } = webhook;
  const logId = `deliveries-${id}`;
  return (
    <Box as="li" borderTopWidth="1px">
      <Grid templateColumns="minmax(0, 1fr) auto" columnGap="4" px={{ base: '4', md: '6' }} pt="4">
        <Box minW="0">
          <Text fontFamily="mono" textStyle="sm" fontWeight="medium" lineClamp="3" title={url}>
            <span translate="no">{url}</span>
          </Text>
          <Flex gap="1.5" wrap="wrap" my="1.5">
            {webhook.events.map((event) => (
              <Badge key={event} variant="outline" whiteSpace="normal">
                {events[event]}
              </Badge>
            ))}
          </Flex>
          <State webhook={webhook} />
        </Box>
        <Switch.Root colorPalette="green" h="8" checked={enabled} disabled={isSwitching} onCheckedChange={toggle}>
          <Switch.HiddenInput aria-label={t.switchName({ url })} />
          <Switch.Control />
        </Switch.Root>
      </Grid>
      <Flex gap="2" wrap="wrap" px={{ base: '4', md: '6' }} py="4">
        <Button
          {...action}
          aria-label={t.testName({ url })}
          loading={isTesting}
          onClick={() => {
            test({ id });
            if (!isOpen) onToggleLog();
          }}
        >
          <LuSend aria-hidden /> {t.test}
        </Button>
        <Button {...action} aria-label={t.editName({ url })} onClick={onEdit}>
          <LuPencil aria-hidden /> {t.edit}
        </Button>
        <Button {...action} aria-label={words.rollName({ name: url })} onClick={() => setRolling(true)}>
          <LuRotateCw aria-hidden /> {words.roll}
        </Button>
        <Button {...action} aria-label={t.removeName({ url })} loading={isRemoving} onClick={() => void remove()}>
          <LuTrash2 aria-hidden /> {t.remove}
        </Button>
        <LogToggle label={t.deliveriesOf({ url })} isOpen={isOpen} logId={logId} onToggle={onToggleLog}>
          {t.deliveries}
        </LogToggle>
      </Flex>
      {isRolling && <RollSecretDialog webhook={webhook} onClose={() => setRolling(false)} />}
      <div id={logId}>{isOpen && <DeliveryLog webhook={webhook} />}</div>
    </Box>
  );
}

const action = { size: { base: 'md', md: 'sm' }, variant: 'outline' } as const;

function RollSecretDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useStore(webhooksTexts);
  const utils = trpc.useUtils();
  const rolling = trpc.webhooks.rollSecret.useMutation({
    gcTime: 0,
    onSettled: () => utils.webhooks.list.invalidate(),
  });
  const { id, url, previousSecretEndsAt } = webhook;
  return (
    <RollDialog
      name={url}
      leaked={t.leaked}
      endsOlder={previousSecretEndsAt !== null}
      rolling={rolling}
      onRoll={() => !utils.webhooks.rollSecret.isMutating() && rolling.mutate({ id })}
      onClose={onClose}
    />
  );
}

const offWords = { owner: 'off', failing: 'failing', gone: 'gone' } as const;

/** Whether it is on, and if not, since when and why. */
function State({ webhook }: { webhook: Webhook }) {
  const t = useStore(webhooksTexts);
  const roll = useStore(rollTexts);
  const { disabledAt, disabledReason, createdAt, lastDeliveredAt, previousSecretEndsAt } = webhook;
  if (disabledAt) {
    const isByOwner = disabledReason === null || disabledReason === 'owner';
    const words = t[offWords[disabledReason ?? 'owner']];
    return (
      <Text textStyle="sm" color={isByOwner ? 'fg.muted' : 'fg.error'}>
        <Sentence words={words} parts={{ at: <TimeText at={disabledAt} /> }} />
      </Text>
    );
  }
  return (
    <Flex textStyle="sm" color="fg.muted" columnGap="4" wrap="wrap">
      <span>
        {lastDeliveredAt ? (
          <Sentence words={t.lastDelivered} parts={{ at: <TimeText at={lastDeliveredAt} /> }} />
        ) : (
          t.neverDelivered
        )}
      </span>
      <span>
        <Sentence words={t.created} parts={{ at: <TimeText at={createdAt} dayOnly /> }} />
      </span>
      {previousSecretEndsAt && (
        <span>
          <Sentence words={roll.oldWorks} parts={{ at: <TimeText at={previousSecretEndsAt} /> }} />
        </span>
      )}
    </Flex>
  );
}
