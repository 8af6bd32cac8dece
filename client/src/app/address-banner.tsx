import { Box, Link } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useLocation } from 'react-router-dom';
import { shellTexts } from '../i18n/en/shell.ts';
import { Sentence } from '../i18n/sentence.tsx';
import { useIsHydrated } from '../lib/hydration.ts';
import { usePublicSettings } from '../lib/public-settings.ts';

/**
 * Warns a user who opens the panel at a foreign address, such as its IP address. The session cookie is valid at the panel's own
 * address only, so a login does not last there.
 */
export function AddressBanner() {
  const t = useStore(shellTexts);
  const publicUrl = usePublicSettings()?.publicUrl;
  const { pathname, search } = useLocation();
  const isHydrated = useIsHydrated();
  if (!isHydrated || publicUrl === undefined || publicUrl === window.location.origin) return null;
  return (
    <Box role="alert" bg="bg.warning" color="fg.warning" px="4" py="2" textAlign="center" textStyle="sm">
      <Sentence
        words={t.elsewhere}
        parts={{
          address: (
            <Link href={publicUrl + pathname + search} color="inherit" textDecoration="underline">
              {publicUrl}
            </Link>
          ),
        }}
      />
    </Box>
  );
}
