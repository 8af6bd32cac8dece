import { useStore } from '@nanostores/react';
import { requestKinds } from '#shared/request-status.ts';
import { adminRequestKindTexts, adminRequestTexts } from '../../../i18n/en/admin/admin-requests.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { oneOf, useUrlParam } from '../../../lib/url-state.ts';
import { serviceFilter } from '../review-queue/filters.tsx';

const { Part: RequestChoice } = lazyWithPreload(() => import('./request-choice.tsx'));

/** Filters requests by their kind and by their order's service. */
export const requestFilter = {
  useFilter() {
    const t = useStore(adminRequestTexts);
    const words = useStore(adminRequestKindTexts);
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
