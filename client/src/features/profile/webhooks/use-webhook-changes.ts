import { useStore } from '@nanostores/react';
import { webhooksTexts } from '../../../i18n/en/webhooks.ts';
import { reportError } from '../../../lib/errors.ts';
import { confirm, showSuccess } from '../../../lib/toasts/toasts.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';

export type Webhook = Outputs['webhooks']['list']['webhooks'][number];
export type Delivery = Outputs['webhooks']['deliveries']['items'][number];

/** Switches a webhook on and off, tests and deletes it; reads the list again after each. */
export function useWebhookChanges({ id, url, enabled }: Webhook) {
  const t = useStore(webhooksTexts);
  const utils = trpc.useUtils();
  const onSettled = () => utils.webhooks.list.invalidate();
  const change = trpc.webhooks.update.useMutation({
    onSuccess: ({ webhook }) => showSuccess(webhook.enabled ? t.switchedOn : t.switchedOff),
    onError: (error) => void reportError(t.switchFailed, error),
    onSettled,
  });
  const test = trpc.webhooks.test.useMutation({
    onSuccess: () => showSuccess(t.testSent),
    onError: (error) => void reportError(t.testFailed, error),
    onSettled: () => utils.webhooks.deliveries.invalidate({ id }),
  });
  const remove = trpc.webhooks.delete.useMutation({
    onSuccess: () => showSuccess(t.removed),
    onError: (error) => void reportError(t.removeFailed, error),
    onSettled,
  });
  return {
    toggle: () => change.mutate({ id, enabled: !enabled }),
    isSwitching: change.isPending,
    test: test.mutate,
    isTesting: test.isPending,
    async remove() {
      const agreed = await confirm(() => {
        const { removeTitle, removeText, remove: confirmLabel } = webhooksTexts.get();
        return { title: removeTitle, text: removeText({ url }), confirmLabel };
      });
      if (agreed) remove.mutate({ id });
    },
    isRemoving: remove.isPending,
  };
}
