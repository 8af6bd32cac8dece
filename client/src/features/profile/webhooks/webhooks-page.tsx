import { Button } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { LuFileText, LuZap } from 'react-icons/lu';
import { MAX_WEBHOOKS } from '#shared/webhooks.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { webhooksTexts } from '../../../i18n/en/webhooks.ts';
import { paths } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useUrlParam } from '../../../lib/url-state.ts';
import { OwnListPage } from '../own-list-page.tsx';
import type { Webhook } from './use-webhook-changes.ts';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

/** The signed-in user's webhooks. */
export default function WebhooksPage() {
  const t = useStore(webhooksTexts);
  const query = trpc.webhooks.list.useQuery();
  const [open, setOpen] = useState<{ webhook: Webhook | undefined }>();
  const [log, setLog] = useUrlParam('log', { replace: true });
  const webhooks = query.data?.webhooks;
  const count = webhooks?.length ?? 0;
  const isFull = count >= MAX_WEBHOOKS;
  return (
    <>
      <OwnListPage
        id="webhooks"
        heading={t.heading}
        text={t.headingText}
        addLabel={t.newWebhook}
        onAdd={() => setOpen({ webhook: undefined })}
        isFull={isFull}
        title={t.yourWebhooks}
        inUse={isFull ? t.tooMany({ most: MAX_WEBHOOKS }) : t.inUse({ count, most: MAX_WEBHOOKS })}
        empty={{ icon: <LuZap />, title: t.noWebhooks, text: t.noWebhooksText }}
        query={query}
        items={webhooks}
        rowHeight="9rem"
        row={(webhook) => {
          const id = String(webhook.id);
          return (
            <WebhookCard
              key={id}
              webhook={webhook}
              isOpen={log === id}
              onToggleLog={() => setLog(log === id ? '' : id)}
              onEdit={() => setOpen({ webhook })}
            />
          );
        }}
      >
        <Button asChild variant="outline" alignSelf="start">
          <AppLink to={paths.developers}>
            <LuFileText aria-hidden /> {t.developers}
          </AppLink>
        </Button>
      </OwnListPage>
      {open && <WebhookDialog webhook={open.webhook} onClose={() => setOpen(undefined)} />}
    </>
  );
}
