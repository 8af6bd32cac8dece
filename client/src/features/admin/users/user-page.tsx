import { Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { parseId } from '#shared/parse-id.ts';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { adminUserTexts } from '../../../i18n/en/admin/admin-users.ts';
import { POLL_MS } from '../../../lib/live/live-state.ts';
import { usePageMeta } from '../../../lib/page-meta.ts';
import { GIVE_BALANCE, paths } from '../../../lib/paths.ts';
import { usePreloadOnIntent } from '../../../lib/preload-on-intent.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useUrlParam } from '../../../lib/url-state.ts';
import { BackLink, MissingRecord } from '../record-parts.tsx';
import type { UserDetails } from './user.ts';
import { UserFacts } from './user-facts.tsx';
import { UserHeader } from './user-header.tsx';
import { UserLists } from './user-lists.tsx';

const loadGiveBalance = () => import('./give-balance-dialog.tsx');
const GiveBalanceDialog = lazy(loadGiveBalance);

/** One user: facts, lists, and an admin's actions. */
export default function UserPage() {
  const t = useStore(adminUserTexts);
  const id = parseId(useParams().id ?? '');
  const query = trpc.admin.users.get.useQuery({ id: id ?? 0 }, { enabled: id !== null, refetchInterval: POLL_MS });
  usePageMeta(query.data?.name ?? t.user);
  return (
    <Stack gap="2">
      <BackLink to={paths.manageUsers} label={t.heading} />
      {query.data ? (
        <Contents key={query.data.id} user={query.data} />
      ) : query.isLoading ? (
        <LoadingStack heights={['4rem', '8rem', '3rem', '20rem']} />
      ) : (
        <MissingRecord
          nouns={{ title: t.user, one: t.userLower, many: t.users }}
          listPath={paths.manageUsers}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
    </Stack>
  );
}

function Contents({ user }: { user: UserDetails }) {
  const [open, setOpen] = useUrlParam('open', { replace: true });
  usePreloadOnIntent(loadGiveBalance);
  return (
    <Stack gap="6">
      <UserHeader user={user} giveBalance={() => setOpen(GIVE_BALANCE)} />
      <UserFacts user={user} />
      <UserLists user={user} />
      <Suspense>{open === GIVE_BALANCE && <GiveBalanceDialog user={user} onClose={() => setOpen('')} />}</Suspense>
    </Stack>
  );
}
