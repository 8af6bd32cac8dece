import { useStore } from '@nanostores/react';
import { requestKinds } from '#shared/request-status.ts';
import { adminRequestKindTexts, adminRequestTexts } from '../../../i18n/en/admin/admin-requests.ts';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { useUrlParam } from '../../../lib/url-state.ts';
import { LabelledChoice, ServiceChoice } from '../review-queue/filter-fields.tsx';

/** Chooses the kind of requests and the service of their orders. */
export default function RequestChoice() {
  const t = useStore(adminRequestTexts);
  const words = useStore(adminRequestKindTexts);
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
      <ServiceChoice />
    </>
  );
}
