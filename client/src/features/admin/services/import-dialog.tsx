import { Alert, Button, Flex, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuCircleX } from 'react-icons/lu';
import { type ImportedServices, mappingOf } from '#shared/catalogue-file.ts';
import { CheckboxField } from '../../../components/fields.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormProblem } from '../../../components/form-problem.tsx';
import { importTexts } from '../../../i18n/en/admin/import.ts';
import { ImportColumns } from './import-columns.tsx';
import { ImportSource } from './import-source.tsx';
import { ImportedLines } from './imported-lines.tsx';
import { useImport } from './use-import.ts';

/** Imports a catalogue file: choose, check, apply. Mount it when it opens. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useStore(importTexts);
  const { text, preview, choices, columns, problem, isPending, ...form } = useImport(onClose);
  const next = nextStep(columns ? null : preview, choices.skipFaulty);
  const mapping = choices.mapping ?? mappingOf(columns ?? []);
  const submit = () => {
    if (columns) return form.check({ mapping });
    if (!preview) return form.check();
    return next.applies ? form.apply(preview) : form.back();
  };
  const chooseAnother = (
    <Button variant="plain" size="sm" disabled={isPending} onClick={form.back}>
      {t.chooseAnother}
    </Button>
  );
  const fileName = (
    <Text color="fg.muted" flex="1" truncate>
      {text.name ?? t.pasted}
    </Text>
  );
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
      onClose={() => void form.close()}
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
      {columns ? (
        <>
          <Flex align="center" gap="4">
            {fileName} {chooseAnother}
          </Flex>
          <ImportColumns
            columns={columns}
            mapping={mapping}
            change={(changed) => form.set({ choices: { mapping: changed } })}
          />
        </>
      ) : preview ? (
        <>
          <Flex align="center" wrap="wrap" columnGap="4">
            {fileName}
            <Button
              variant="plain"
              size="sm"
              disabled={isPending}
              onClick={() => form.set({ columns: preview.columns })}
            >
              {t.changeColumns}
            </Button>
            {next.applies && chooseAnother}
          </Flex>
          <ImportedLines preview={preview} applies={next.applies}>
            <fieldset disabled={isPending}>
              <CheckboxField
                label={t.skipFaulty}
                checked={choices.skipFaulty ?? false}
                onChange={(skipFaulty) => void form.check({ ...choices, skipFaulty })}
              />
            </fieldset>
          </ImportedLines>
        </>
      ) : (
        <ImportSource text={text} choose={form.choose} />
      )}
    </FormDialog>
  );
}

/** The dialog's next step. */
function nextStep(preview: ImportedServices | null, skipFaulty = false): { label: string; applies: boolean } {
  const t = importTexts.get();
  if (!preview) return { label: t.check, applies: false };
  const { create, update, error } = preview.counts;
  const count = create + update;
  if ((error > 0 && !skipFaulty) || count === 0) return { label: t.chooseAnother, applies: false };
  return { label: t.apply({ count }), applies: true };
}
