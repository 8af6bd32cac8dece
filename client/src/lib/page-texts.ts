import { useStore } from '@nanostores/react';
import { $language } from '../i18n/language.ts';
import { trpc } from './trpc.ts';

const HOUR_MS = 3_600_000;

/** The shop's texts of About, the terms and the refund policy, in the reader's language. */
export function usePageTexts() {
  const language = useStore($language);
  return trpc.settings.pageTexts.useQuery({ language }, { staleTime: HOUR_MS });
}
