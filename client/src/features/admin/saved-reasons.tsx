import type { UseFormReturn } from 'react-hook-form';
import { type ReplyAbout, SavedRepliesMenu } from './saved-replies-menu.tsx';

interface SavedReasonsProps {
  form: UseFormReturn<{ reason?: string | undefined }>;
  /** The rows of the decision. */
  about: readonly ReplyAbout[];
}

/** Inserts a saved reply as the reason, below the typed one. */
export function SavedReasons({ form, about }: SavedReasonsProps) {
  const insert = (text: string) => {
    const typed = form.getValues('reason')?.trim();
    form.setValue('reason', typed ? `${typed}\n${text}` : text, { shouldDirty: true, shouldValidate: true });
    form.setFocus('reason');
  };
  return <SavedRepliesMenu about={about} insert={insert} size="sm" alignSelf="start" />;
}
