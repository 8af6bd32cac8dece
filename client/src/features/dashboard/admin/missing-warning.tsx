import { Alert, Button } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuArrowRight, LuFileWarning } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import { missingTexts } from '../../../i18n/en/admin/missing.ts';
import { paths } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/trpc.ts';

const REFRESH_MS = 60_000;

/** Tells an admin how many acknowledged entries the database lacks; renders nothing if there are none. */
export default function MissingWarning() {
  const t = useStore(missingTexts);
  const { data } = trpc.admin.missing.list.useQuery({ limit: 1 }, { refetchInterval: REFRESH_MS });
  if (!data?.open) return null;
  return (
    <Alert.Root status="error" alignItems="center" flexWrap="wrap">
      <Alert.Indicator>
        <LuFileWarning />
      </Alert.Indicator>
      <Alert.Content flex="1 1 14rem">
        <Alert.Title>{t.warning({ count: data.open })}</Alert.Title>
        <Alert.Description>{t.warningText}</Alert.Description>
      </Alert.Content>
      <Button asChild colorPalette="brand">
        <AppLink to={paths.missing}>
          {t.warningLink} <LuArrowRight aria-hidden />
        </AppLink>
      </Button>
    </Alert.Root>
  );
}
