import { withAdminTexts } from '../../../i18n/switch-language.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { usePollMs } from '../../../lib/live/live-state.ts';
import { trpc } from '../../../lib/trpc.ts';

/** Only a restored panel needs it. */
const { Part: HeldBanner } = lazyWithPreload(() => withAdminTexts(import('./held-banner.tsx')));

/** While a restored panel holds emails and jobs: a banner above every admin page. */
export default function HeldOutgoing() {
  const { data } = trpc.admin.outgoing.get.useQuery(undefined, { refetchInterval: usePollMs() });
  return data?.held && <HeldBanner held={data.held} />;
}
