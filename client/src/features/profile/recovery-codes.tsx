import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { LuDownload, LuPrinter } from 'react-icons/lu';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { CopyButton } from '../../components/copy-button.tsx';
import { CheckboxField } from '../../components/fields.tsx';
import printed from '../../components/receipt/receipt.css?inline';
import { secondFactorTexts } from '../../i18n/en/second-factor.ts';
import { shopName } from '../../lib/public-settings.ts';

interface Storing {
  isStored: boolean;
  setStored: (isStored: boolean) => void;
  /** Whether somebody tried to leave without having stored them. */
  isMissing: boolean;
  /** Closes the codes once they are stored. */
  submit: (event: SyntheticEvent) => void;
}

/** Keeps new recovery codes on the screen until they are stored: neither Back nor a link leaves them, and the tab asks before it closes. */
export function useStoring(isDisplayed: boolean, onDone: () => void): Storing {
  const [isStored, setStored] = useState(false);
  const [hasTried, setTried] = useState(false);
  const isKept = isDisplayed && !isStored;
  const blocker = useBlocker(isKept);
  useBeforeUnload((event) => {
    if (isKept) event.preventDefault();
  });
  return {
    isStored,
    setStored,
    isMissing: isKept && (hasTried || blocker.state === 'blocked'),
    submit(event) {
      event.preventDefault();
      if (isStored) onDone();
      else setTried(true);
    },
  };
}

interface RecoveryCodesProps extends Omit<Storing, 'submit'> {
  codes: readonly string[];
  userName: string;
}

/** New recovery codes, to copy, download or print. They are displayed once. */
export function RecoveryCodes({ codes, userName, isStored, setStored, isMissing }: RecoveryCodesProps) {
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
          translate="no"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
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
      <Box>
        <CheckboxField label={t.stored} checked={isStored} onChange={setStored} />
        <Text role="status" textStyle="sm" color="fg.error">
          {isMissing && t.storeFirst}
        </Text>
      </Box>
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
