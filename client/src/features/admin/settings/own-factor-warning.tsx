import { Alert, Link } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { AppLink } from '../../../components/app-link.tsx';
import { settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { paths } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/trpc.ts';

/** For an admin who requires a second factor of all and has none. */
export function OwnFactorWarning() {
  const t = useStore(settingsTexts);
  const { data } = trpc.auth.profile.useQuery();
  if (!data || data.twoFactor) return null;
  return (
    <Alert.Root status="warning" size="sm" role="alert" mt="3">
      <Alert.Indicator />
      <Alert.Description>
        {t.youNeedIt}{' '}
        <Link asChild variant="underline" color="inherit" whiteSpace="nowrap">
          <AppLink to={paths.dashboardProfile}>{t.youNeedItLink}</AppLink>
        </Link>
      </Alert.Description>
    </Alert.Root>
  );
}
