import { useState } from 'react';
import {
  type ImportedColumn,
  type ImportedServices,
  type ImportServicesInput,
  MAX_CATALOGUE_CHARACTERS,
} from '#shared/catalogue-file.ts';
import { importCountTexts, importTexts } from '../../../i18n/en/admin/import.ts';
import { errorCodeOf, readError } from '../../../lib/errors.ts';
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

/** What the admin chose about the file. */
type Choices = Pick<ImportServicesInput, 'mapping' | 'skipFaulty'>;

const NOTHING: CatalogueText = { name: null, csv: '' };

/**
 * Imports services in steps: choose, map the columns of another panel's file, check, apply. After a failure all values stay; after a
 * change of the catalogue the check runs again.
 */
export function useImport(onClose: () => void) {
  const readAgain = useReadServicesAgain();
  const { mutateAsync, isPending } = trpc.admin.services.import.useMutation();
  const [text, setText] = useState(NOTHING);
  const [preview, setPreview] = useState<ImportedServices | null>(null);
  const [choices, setChoices] = useState<Choices>({});
  /** While the admin maps them. */
  const [columns, setColumns] = useState<ImportedColumn[] | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);

  const choose = ({ name, csv }: { name: string | null; csv: string | null }) => {
    const isTooLong = csv !== null && csv.length > MAX_CATALOGUE_CHARACTERS;
    const { tooLong, saveAsCsv } = importTexts.get();
    setProblem(csv === null || isTooLong ? { title: isTooLong ? tooLong : saveAsCsv } : null);
    if (csv !== null && !isTooLong) setText({ name, csv });
  };
  const back = () => {
    setPreview(null);
    setColumns(null);
    setChoices({});
    setProblem(null);
  };

  const check = async (next = choices) => {
    setChoices(next);
    setProblem(text.csv.trim() === '' ? { title: importTexts.get().chooseFirst } : null);
    if (text.csv.trim() === '') return;
    try {
      const checked = await mutateAsync({ csv: text.csv, apply: false, ...next });
      setPreview(checked);
      setColumns(checked.columnsFrom === 'guess' ? checked.columns : null);
    } catch (error) {
      setProblem({ title: importTexts.get().checkFailed, error });
      setColumns(readError(error).details.columns ?? columns);
    }
  };

  const apply = async ({ previewHash }: ImportedServices) => {
    setProblem(null);
    try {
      const { counts } = await mutateAsync({ csv: text.csv, apply: true, previewHash, ...choices });
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

  return {
    text,
    choose,
    preview,
    choices,
    setChoices,
    columns,
    setColumns,
    problem,
    isPending,
    check,
    apply,
    back,
    close,
  };
}

/** How many lines there are of each kind, without zeros. */
function inWords({ create, update, unchanged, error }: ImportedServices['counts']): string {
  const t = importCountTexts.get();
  const counts = { create, update, unchanged, error };
  return (Object.entries(counts) as [keyof typeof counts, number][])
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => t[kind]({ count }))
    .join(', ');
}
