import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { LuDownload, LuPrinter } from 'react-icons/lu';
import { CopyButton } from '../../components/copy-button.tsx';
import printed from '../../components/receipt/receipt.css?inline';
import { StoredCheck } from '../../components/stored-check.tsx';
import { secondFactorTexts } from '../../i18n/en/second-factor.ts';
import { shopName } from '../../lib/public-settings.ts';
import type { Storing } from '../../lib/use-storing.ts';

interface RecoveryCodesProps extends Omit<Storing, 'submit'> {
  codes: readonly string[];
  userName: string;
}

/** New recovery codes, to copy, download or print. They are displayed once. */
export function RecoveryCodes({ codes, userName, ...storing }: RecoveryCodesProps) {
  const t = useStore(secondFactorTexts);
  const list = useRef<HTMLUListElement>(null);
  const about = t.codesFile({ userName, shop: shopName() });
  useEffect(() => list.current?.focus(), []);
  return (
    <Stack gap="4">
      <style>{printed}</style>
      <Text>{t.codesOnlyNow}</Text>
      <Box className="receipt">
        <Text className="printed-only" display="none" mb="4">
          {about}
        </Text>
        <Box
          as="ul"
          ref={list}
          tabIndex={-1}
          outline="none"
          aria-label={t.recoveryCodes}
          listStyleType="none"
          display="grid"
          gridTemplateColumns="repeat(auto-fit, minmax(10.25rem, 1fr))"
          columnGap="4"
          rowGap="1"
          p="4"
          textStyle="sm"
          whiteSpace="nowrap"
          bg="bg.subtle"
          borderWidth="1px"
          borderRadius="l2"
          fontFamily="mono"
          textAlign="center"
        >
          {codes.map((code) => (
            <li key={code} translate="no">
              {code}
            </li>
          ))}
        </Box>
      </Box>
      <Flex gap="2" wrap="wrap">
        <CopyButton value={codes.join('\n')} label={t.recoveryCodes} withText {...action} />
        <Button {...action} onClick={() => download([about, '', ...codes, ''].join('\r\n'))}>
          <LuDownload aria-hidden /> {t.download}
        </Button>
        <Button {...action} onClick={() => window.print()}>
          <LuPrinter aria-hidden /> {t.print}
        </Button>
      </Flex>
      <StoredCheck label={t.stored} reminder={t.storeFirst} {...storing} />
    </Stack>
  );
}

const action = { size: 'md', variant: 'outline', flex: '1 0 auto' } as const;

/** By then the browser has read the file. */
const KEPT_FOR_MS = 60_000;

function download(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = 'recovery-codes.txt';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_FOR_MS);
}
