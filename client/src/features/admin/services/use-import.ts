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

interface Step {
  text: CatalogueText;
  preview: ImportedServices | null;
  choices: Choices;
  /** While the admin maps them. */
  columns: ImportedColumn[] | null;
  problem: Problem | null;
}

const START: Step = { text: { name: null, csv: '' }, preview: null, choices: {}, columns: null, problem: null };

/**
 * Imports services in steps: choose, map the columns of another panel's file, check, apply. After a failure all values stay; after a
 * change of the catalogue the check runs again.
 */
export function useImport(onClose: () => void) {
  const readAgain = useReadServicesAgain();
  const { mutateAsync, isPending } = trpc.admin.services.import.useMutation();
  const [step, setStep] = useState(START);
  const { text, choices } = step;
  const set = (changed: Partial<Step>) => setStep((before) => ({ ...before, ...changed }));

  const choose = ({ name, csv }: { name: string | null; csv: string | null }) => {
    const isTooLong = csv !== null && csv.length > MAX_CATALOGUE_CHARACTERS;
    const { tooLong, saveAsCsv } = importTexts.get();
    if (csv === null || isTooLong) set({ problem: { title: isTooLong ? tooLong : saveAsCsv } });
    else set({ problem: null, text: { name, csv } });
  };

  const check = async (next = choices) => {
    if (text.csv.trim() === '') return set({ problem: { title: importTexts.get().chooseFirst } });
    set({ choices: next, problem: null });
    try {
      const preview = await mutateAsync({ csv: text.csv, apply: false, ...next });
      set({ preview, columns: preview.columnsFrom === 'guess' ? preview.columns : null });
    } catch (error) {
      const { columns = step.columns } = readError(error).details;
      set({ columns, problem: { title: importTexts.get().checkFailed, error } });
    }
  };

  const apply = async ({ previewHash }: ImportedServices) => {
    set({ problem: null });
    try {
      const { counts } = await mutateAsync({ csv: text.csv, apply: true, previewHash, ...choices });
      showSuccess(importTexts.get().done, inWords(counts));
      void readAgain();
      onClose();
    } catch (error) {
      if (errorCodeOf(error) === 'catalogue_changed') await check();
      set({ problem: { title: importTexts.get().notWritten, error } });
    }
  };

  const close = async () => {
    const question = () => {
      const t = importTexts.get();
      return { title: t.leaveSure, text: t.leaveSureText, confirmLabel: t.leave, cancelLabel: t.stay };
    };
    if (text.csv === '' || (await confirm(question))) onClose();
  };

  const back = () => setStep({ ...START, text });

  return { ...step, set, choose, isPending, check, apply, back, close };
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
