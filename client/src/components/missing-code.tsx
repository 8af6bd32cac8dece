import { Button, VStack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { LuRefreshCw, LuTriangleAlert, LuWifiOff } from 'react-icons/lu';
import { commonTexts } from '../i18n/en/common.ts';
import type { ChunkLoadError } from '../lib/lazy-with-preload.tsx';
import { useChunkRetry } from '../lib/use-chunk-retry.ts';
import { useIsOnline } from '../lib/use-is-online.ts';
import { EmptyState } from './empty-state.tsx';

interface MissingCodeProps {
  error: ChunkLoadError;
  onRetry: () => void;
}

/** Replaces a page whose code failed to load. It retries by itself as soon as the server can be reached. */
export function MissingCode({ error, onRetry }: MissingCodeProps) {
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
