import { Button, Code, Text, VStack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { LuRefreshCw, LuTriangleAlert, LuWifiOff } from 'react-icons/lu';
import { commonTexts } from '../i18n/en/common.ts';
import { Sentence } from '../i18n/sentence.tsx';
import { ContactUs } from '../lib/contact-us.tsx';
import { readError } from '../lib/errors.ts';
import { ChunkLoadError } from '../lib/lazy-with-preload.tsx';
import { sendsToSupport } from '../lib/sends-to-support.ts';
import { useChunkRetry } from '../lib/use-chunk-retry.ts';
import { useIsOnline } from '../lib/use-is-online.ts';
import { EmptyState } from './empty-state.tsx';

interface ErrorStateProps {
  error: unknown;
  onRetry?: () => void;
}

/** A part of a page that failed to load, with a message, a retry button and the id for the support. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const t = useStore(commonTexts);
  if (error instanceof ChunkLoadError && onRetry) return <MissingCode error={error} onRetry={onRetry} />;
  const { code, message, traceId } = readError(error);
  return (
    <VStack role="alert" gap="0">
      <EmptyState icon={<LuTriangleAlert />} title={code === 'offline' ? t.noConnection : t.oops} text={message}>
        {onRetry && (
          <Button variant="outline" onClick={onRetry}>
            <LuRefreshCw /> {t.tryAgain}
          </Button>
        )}
      </EmptyState>
      {sendsToSupport(message) && <ContactUs isBlocked justify="center" />}
      {code === 'internal' && traceId && (
        <Text textStyle="xs" color="fg.muted">
          <Sentence words={t.request} parts={{ id: <Code>{traceId}</Code> }} />
        </Text>
      )}
    </VStack>
  );
}

interface MissingCodeProps {
  error: ChunkLoadError;
  onRetry: () => void;
}

/** Replaces a page whose code failed to load. It retries by itself as soon as the server can be reached. */
function MissingCode({ error, onRetry }: MissingCodeProps) {
  const t = useStore(commonTexts);
  const online = useIsOnline();
  const [presses, setPresses] = useState(0);
  useChunkRetry(error, onRetry, presses);
  return (
    <VStack role="alert" gap="0">
      <EmptyState
        icon={online ? <LuTriangleAlert /> : <LuWifiOff />}
        title={online ? t.pageMissing : t.noConnection}
        text={online ? t.pageMissingText : t.pageMissingOffline}
      >
        <Button variant="outline" onClick={() => setPresses((before) => before + 1)}>
          <LuRefreshCw aria-hidden /> {t.tryAgain}
        </Button>
      </EmptyState>
    </VStack>
  );
}
