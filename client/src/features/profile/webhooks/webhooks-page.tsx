import { Box, Button, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { LuFileText, LuPlus, LuZap } from 'react-icons/lu';
import { MAX_WEBHOOKS } from '#shared/webhooks.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { webhooksTexts } from '../../../i18n/en/webhooks.ts';
import { usePageMeta } from '../../../lib/page-meta.ts';
import { paths } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useUrlParam } from '../../../lib/url-state.ts';
import { ProfileNav } from '../profile-nav.tsx';
import type { Webhook } from './use-webhook-changes.ts';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

/** The signed-in user's webhooks. */
export default function WebhooksPage() {
  const t = useStore(webhooksTexts);
  usePageMeta(t.heading);
  const { data, error, isPending, refetch } = trpc.webhooks.list.useQuery();
  const [open, setOpen] = useState<{ webhook: Webhook | undefined }>();
  const isFull = data !== undefined && data.webhooks.length >= MAX_WEBHOOKS;
  return (
    <Box maxW="5xl" ms="var(--page-start, auto)" me="auto">
      <PageHeading title={t.heading} text={t.headingText}>
        <Button colorPalette="brand" disabled={!data || isFull} onClick={() => setOpen({ webhook: undefined })}>
          <LuPlus aria-hidden /> {t.newWebhook}
        </Button>
      </PageHeading>
      <ProfileNav />
      {isPending && <LoadingStack heights={['4rem', '9rem']} />}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <WebhookList webhooks={data.webhooks} onEdit={(webhook) => setOpen({ webhook })} />}
      <Button asChild variant="outline" mt="6">
        <AppLink to={paths.developers}>
          <LuFileText aria-hidden /> {t.developers}
        </AppLink>
      </Button>
      {open && <WebhookDialog webhook={open.webhook} onClose={() => setOpen(undefined)} />}
    </Box>
  );
}

interface WebhookListProps {
  webhooks: readonly Webhook[];
  onEdit: (webhook: Webhook) => void;
}

function WebhookList({ webhooks, onEdit }: WebhookListProps) {
  const t = useStore(webhooksTexts);
  const [opened, setOpened] = useUrlParam('log', { replace: true });
  const count = webhooks.length;
  return (
    <Box as="section" aria-labelledby="webhooks" borderWidth="1px" borderRadius="l3" overflow="hidden">
      <Flex px={{ base: '4', md: '6' }} py="4" columnGap="4" justify="space-between" align="baseline" wrap="wrap">
        <Heading as="h2" size="lg" id="webhooks">
          {t.yourWebhooks}
        </Heading>
        {count > 0 && (
          <Text color="fg.muted" textStyle="sm" fontVariantNumeric="tabular-nums">
            {count < MAX_WEBHOOKS ? t.inUse({ count, most: MAX_WEBHOOKS }) : t.tooMany({ most: MAX_WEBHOOKS })}
          </Text>
        )}
      </Flex>
      {count === 0 ? (
        <Box borderTopWidth="1px">
          <EmptyState icon={<LuZap />} title={t.noWebhooks} text={t.noWebhooksText} />
        </Box>
      ) : (
        <Stack as="ul" listStyleType="none" gap="0">
          {webhooks.map((webhook) => (
            <WebhookCard
              key={webhook.id}
              webhook={webhook}
              isOpen={opened === String(webhook.id)}
              onToggleLog={() => setOpened(opened === String(webhook.id) ? '' : String(webhook.id))}
              onEdit={() => onEdit(webhook)}
            />
          ))}
        </Stack>
      )}
    </Box>
  );
}
