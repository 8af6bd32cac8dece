import { Button } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { LuDownload } from 'react-icons/lu';
import type { ExportInput, ExportName } from '../../../shared/exports.ts';
import { commonTexts } from '../i18n/en/common.ts';
import { tellError } from '../lib/errors.ts';
import { saveExport } from '../lib/save-export.ts';

interface ExportButtonProps<Name extends ExportName> {
  list: Name;
  /** The filters that hold on screen. */
  input: ExportInput<Name>;
}

/** Downloads a list as it is filtered now, to its end, however many rows of it are on screen. */
export function ExportButton<Name extends ExportName>({ list, input }: ExportButtonProps<Name>) {
  const t = useStore(commonTexts);
  const [isPending, setIsPending] = useState(false);
  const save = async () => {
    setIsPending(true);
    await saveExport(list, input).catch((error: unknown) => tellError(t.exportFailed, error));
    setIsPending(false);
  };
  return (
    <Button variant="outline" size="sm" loading={isPending} loadingText={t.exportCsv} onClick={() => void save()}>
      <LuDownload aria-hidden /> {t.exportCsv}
    </Button>
  );
}
