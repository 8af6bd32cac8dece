import { Button, Stack } from '@chakra-ui/react';
import { lazy, Suspense } from 'react';
import { LuArrowLeft } from 'react-icons/lu';
import { useParams } from 'react-router-dom';
import { parseId } from '../../../../../shared/parse-id.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { errorCodeOf } from '../../../lib/errors.ts';
import { POLL_MS } from '../../../lib/live/live-state.ts';
import { usePageMeta } from '../../../lib/page-meta.ts';
import { GIVE_BALANCE, paths } from '../../../lib/paths.ts';
import { usePreloadOnIntent } from '../../../lib/preload-on-intent.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useUrlParam } from '../../../lib/url-state.ts';
import type { UserDetails } from './user.ts';
import { UserFacts } from './user-facts.tsx';
import { UserHeader } from './user-header.tsx';
import { UserLists } from './user-lists.tsx';

const loadGiveBalance = () => import('./give-balance-dialog.tsx');
const GiveBalanceDialog = lazy(loadGiveBalance);

/** Everything about one user: who they are, what they have, what is theirs, and what an admin can do about it. */
export default function UserPage() {
  const id = parseId(useParams().id ?? '');
  const query = trpc.admin.users.get.useQuery({ id: id ?? 0 }, { enabled: id !== null, refetchInterval: POLL_MS });
  usePageMeta(query.data?.name ?? 'User');
  return (
    <Stack gap="2">
      <Button asChild variant="ghost" size="sm" alignSelf="start" ms="-3">
        <AppLink to={paths.manageUsers}>
          <LuArrowLeft aria-hidden /> Manage Users
        </AppLink>
      </Button>
      {query.data ? (
        <Contents key={query.data.id} user={query.data} />
      ) : query.isLoading ? (
        <LoadingStack heights={['4rem', '8rem', '3rem', '20rem']} />
      ) : (
        <Missing error={query.error} onRetry={() => void query.refetch()} />
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

function Missing({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error && errorCodeOf(error) !== 'not_found') return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <EmptyState heading title="User not found" text="There is no user with this number.">
      <Button asChild colorPalette="brand">
        <AppLink to={paths.manageUsers}>See all users</AppLink>
      </Button>
    </EmptyState>
  );
}
