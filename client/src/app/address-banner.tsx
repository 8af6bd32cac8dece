import { Box, Link } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useLocation } from 'react-router-dom';
import { shellTexts } from '../i18n/en/shell.ts';
import { Sentence } from '../i18n/sentence.tsx';
import { useIsHydrated } from '../lib/hydration.ts';
import { usePublicSettings } from '../lib/public-settings.ts';

/**
 * Tells whoever has opened the panel under an address that is not its own: there nobody stays logged in, as only the own address
 * is trusted with the cookie that keeps a session.
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
