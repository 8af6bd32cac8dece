import { Box, Link } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useLocation } from 'react-router-dom';
import { elsewhereTexts } from '../i18n/en/elsewhere.ts';
import { Sentence } from '../i18n/sentence.tsx';

/** The panel's own address, with a link to the same page there. */
export default function ElsewhereNotice({ publicUrl }: { publicUrl: string }) {
  const t = useStore(elsewhereTexts);
  const { pathname, search } = useLocation();
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
