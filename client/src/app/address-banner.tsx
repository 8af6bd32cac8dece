import { Box, Link } from '@chakra-ui/react';
import { useLocation } from 'react-router-dom';
import { usePublicSettings } from '../lib/public-settings.ts';

/**
 * Tells whoever has opened the panel under an address that is not its own: there nobody stays logged in, as only the own address
 * is trusted with the cookie that keeps a session.
 */
export function AddressBanner() {
  const publicUrl = usePublicSettings()?.publicUrl;
  const { pathname, search } = useLocation();
  if (publicUrl === undefined || publicUrl === window.location.origin) return null;
  return (
    <Box role="alert" bg="bg.warning" color="fg.warning" px="4" py="2" textAlign="center" textStyle="sm">
      This panel is at{' '}
      <Link href={publicUrl + pathname + search} color="inherit" textDecoration="underline">
        {publicUrl}
      </Link>
      . Please open it there: under this address you will soon be logged out.
    </Box>
  );
}
