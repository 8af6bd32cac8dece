import { Alert, Button, Flex, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuCircleX } from 'react-icons/lu';
import type { ImportedServices } from '#shared/catalogue-file.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormProblem } from '../../../components/form-problem.tsx';
import { importTexts } from '../../../i18n/en/admin/import.ts';
import { ImportSource } from './import-source.tsx';
import { ImportedLines } from './imported-lines.tsx';
import { useImport } from './use-import.ts';

/** Imports a catalogue file: choose, check, apply. Mount it when it opens. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useStore(importTexts);
  const { text, choose, preview, problem, isPending, check, apply, back, close } = useImport(onClose);
  const next = nextStep(preview);
  const submit = () => {
    if (!preview) return check();
    return next.applies ? apply(preview) : back();
  };
  return (
    <FormDialog
      title={t.heading}
      size="lg"
      submitLabel={next.label}
      pendingLabel={preview ? t.applying : t.checking}
      pending={isPending}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onClose={() => void close()}
    >
      {problem?.error !== undefined && <FormProblem title={problem.title} error={problem.error} fields={[]} />}
      {problem && problem.error === undefined && (
        <Alert.Root status="error" role="alert">
          <Alert.Indicator>
            <LuCircleX />
          </Alert.Indicator>
          <Alert.Title>{problem.title}</Alert.Title>
        </Alert.Root>
      )}
      {preview ? (
        <>
          <Flex justify="space-between" align="center" gap="4">
            <Text color="fg.muted" truncate>
              {text.name ?? t.pasted}
            </Text>
            {next.applies && (
              <Button variant="plain" size="sm" disabled={isPending} onClick={back}>
                {t.chooseAnother}
              </Button>
            )}
          </Flex>
          <ImportedLines preview={preview} />
        </>
      ) : (
        <ImportSource text={text} choose={choose} />
      )}
    </FormDialog>
  );
}

/** The dialog's next step. */
function nextStep(preview: ImportedServices | null): { label: string; applies: boolean } {
  const t = importTexts.get();
  if (!preview) return { label: t.check, applies: false };
  const { create, update, error } = preview.counts;
  const count = create + update;
  if (error > 0 || count === 0) return { label: t.chooseAnother, applies: false };
  return { label: t.apply({ count }), applies: true };
}
