import { useState } from 'react';
import { type ImportedServices, MAX_CATALOGUE_CHARACTERS } from '#shared/catalogue-file.ts';
import { importCountTexts, importTexts } from '../../../i18n/en/admin/import.ts';
import { errorCodeOf } from '../../../lib/errors.ts';
import { confirm, showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useReadServicesAgain } from './use-read-services-again.ts';

/** The chosen file or the pasted text. */
export interface CatalogueText {
  /** The file's name; null for pasted text. */
  name: string | null;
  csv: string;
}

interface Problem {
  title: string;
  /** The server's error, if the file was sent. */
  error?: unknown;
}

const NOTHING: CatalogueText = { name: null, csv: '' };

/**
 * Imports services in three steps: choose, check, apply. After a failure all values stay; after a change of the catalogue the check
 * runs again.
 */
export function useImport(onClose: () => void) {
  const readAgain = useReadServicesAgain();
  const { mutateAsync, isPending } = trpc.admin.services.import.useMutation();
  const [text, setText] = useState(NOTHING);
  const [preview, setPreview] = useState<ImportedServices | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);

  const choose = (chosen: CatalogueText) => {
    const isTooLong = chosen.csv.length > MAX_CATALOGUE_CHARACTERS;
    setProblem(isTooLong ? { title: importTexts.get().tooLong } : null);
    if (!isTooLong) setText(chosen);
  };
  const back = () => {
    setPreview(null);
    setProblem(null);
  };

  const check = async () => {
    setProblem(text.csv.trim() === '' ? { title: importTexts.get().chooseFirst } : null);
    if (text.csv.trim() === '') return;
    try {
      setPreview(await mutateAsync({ csv: text.csv, apply: false }));
    } catch (error) {
      setProblem({ title: importTexts.get().checkFailed, error });
    }
  };

  const apply = async ({ previewHash }: ImportedServices) => {
    setProblem(null);
    try {
      const { counts } = await mutateAsync({ csv: text.csv, apply: true, previewHash });
      showSuccess(importTexts.get().done, inWords(counts));
      void readAgain();
      onClose();
    } catch (error) {
      if (errorCodeOf(error) === 'catalogue_changed') await check();
      setProblem({ title: importTexts.get().notWritten, error });
    }
  };

  const close = async () => {
    const question = () => {
      const t = importTexts.get();
      return { title: t.leaveSure, text: t.leaveSureText, confirmLabel: t.leave, cancelLabel: t.stay };
    };
    if (text.csv === '' || (await confirm(question))) onClose();
  };

  return { text, choose, preview, problem, isPending, check, apply, back, close };
}

/** How many lines there are of each kind, without zeros. */
function inWords({ create, update, unchanged }: ImportedServices['counts']): string {
  const t = importCountTexts.get();
  const counts = Object.entries({ create, update, unchanged }) as ['create' | 'update' | 'unchanged', number][];
  return counts
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => t[kind]({ count }))
    .join(', ');
}
