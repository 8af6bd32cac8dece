import { Button } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { LuDownload } from 'react-icons/lu';
import { commonTexts } from '../i18n/en/common.ts';
import { reportError } from '../lib/errors.ts';
import { saveExport } from '../lib/save-export.ts';
import type { ExportInputs } from '../lib/trpc.ts';

interface ExportButtonProps<Name extends keyof ExportInputs> {
  list: Name;
  /** The filters on screen. */
  input: ExportInputs[Name];
  /** As an icon only, if there is little room. */
  compact?: boolean;
}

/** Downloads the complete filtered list, independent of the loaded rows. */
export function ExportButton<Name extends keyof ExportInputs>({
  list,
  input,
  compact = false,
}: ExportButtonProps<Name>) {
  const t = useStore(commonTexts);
  const [isPending, setIsPending] = useState(false);
  const save = async () => {
    setIsPending(true);
    await saveExport(list, input).catch((error: unknown) => reportError(t.exportFailed, error));
    setIsPending(false);
  };
  return (
    <Button
      variant="outline"
      size="sm"
      px={compact ? '2' : undefined}
      aria-label={compact ? t.exportCsv : undefined}
      title={compact ? t.exportCsv : undefined}
      loading={isPending}
      loadingText={compact ? undefined : t.exportCsv}
      onClick={() => void save()}
    >
      <LuDownload aria-hidden /> {!compact && t.exportCsv}
    </Button>
  );
}
