import { VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { DeferredMenu } from '../../components/deferred-menu.tsx';
import { UserAvatar } from '../../components/user-avatar.tsx';
import { shellTexts } from '../../i18n/en/shell.ts';
import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';
import { useSession } from '../../lib/session.ts';

const { Part: AccountMenu, preload } = lazyWithPreload(() => import('./account-menu.tsx'));

/** The avatar in the top bar; its menu is loaded on intent. */
export default function AccountButton() {
  const t = useStore(shellTexts);
  const { user } = useSession();
  const look = {
    variant: 'ghost',
    px: '1',
    children: (
      <>
        <UserAvatar size="xs" name={user?.name ?? ''} image={user?.image} />
        <VisuallyHidden>{t.accountMenu}</VisuallyHidden>
      </>
    ),
  } as const;
  return <DeferredMenu {...look} preload={preload} menu={<AccountMenu trigger={look} />} />;
}
