import { useStore } from '@nanostores/react';
import { requestKinds } from '#shared/request-status.ts';
import { adminRequestTexts, requestKindTexts } from '../../../i18n/en/admin/admin-requests.ts';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { oneOf, useUrlParam } from '../../../lib/url-state.ts';
import { LabelledChoice, serviceFilter } from '../review-queue/filters.tsx';

/** Filters requests by their kind and by their order's service. */
export const requestFilter = {
  useFilter() {
    const t = useStore(adminRequestTexts);
    const words = useStore(requestKindTexts);
    const [param] = useUrlParam('kind');
    const kind = oneOf(param, requestKinds);
    const { input, active } = serviceFilter.useFilter();
    return {
      input: { ...input, kind },
      active: [...(kind ? [{ param: 'kind', words: t.filterKind({ kind: words[kind] }) }] : []), ...active],
    };
  },
  Choice: RequestChoice,
};

function RequestChoice() {
  const t = useStore(adminRequestTexts);
  const words = useStore(requestKindTexts);
  const { any } = useStore(queueTexts);
  const [kind, choose] = useUrlParam('kind');
  return (
    <>
      <LabelledChoice
        label={t.kind}
        value={kind}
        options={[['', any], ...requestKinds.map((each) => [each, words[each]] as const)]}
        onChange={choose}
      />
      <serviceFilter.Choice />
    </>
  );
}
