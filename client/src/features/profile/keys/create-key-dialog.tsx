import { Heading, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { useController } from 'react-hook-form';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { TextAreaField, TextField } from '../../../components/fields.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormProblem } from '../../../components/form-problem.tsx';
import { NewSecret } from '../../../components/new-secret.tsx';
import { StoredCheck } from '../../../components/stored-check.tsx';
import { keysTexts } from '../../../i18n/en/keys.ts';
import { applyFieldErrors, isUnsure, readError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { $timeZone } from '../../../lib/time-zone.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useStoring } from '../../../lib/use-storing.ts';
import { Examples } from './examples.tsx';
import { emptyKey, expiryChoices, keyForm } from './key-form.ts';
import { ScopeFields } from './scope-fields.tsx';

/** Creates a key, then displays its secret, which is in this dialog's memory only. Mount it when it opens. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const t = useStore(keysTexts);
  const zone = useStore($timeZone);
  const utils = trpc.useUtils();
  const schema = useMemo(() => keyForm(zone), [zone]);
  const form = useSchemaForm(schema, emptyKey);
  const { register, handleSubmit, watch, setValue, formState } = form;
  const { errors } = formState;
  const scopes = useController({ control: form.control, name: 'scopes' });
  const create = trpc.keys.create.useMutation({
    gcTime: 0,
    onError: (error) => void applyFieldErrors(form, error),
    onSettled: () => utils.keys.list.invalidate(),
  });
  const secret = create.data?.secret;
  const { submit, ...storing } = useStoring(create.isPending || secret !== undefined, onClose);
  const save = handleSubmit((input) => {
    // A second key of a double tap would be one whose secret is never displayed.
    if (!utils.keys.create.isMutating()) create.mutate(input);
  });
  const expiry = watch('expiry');
  return (
    <FormDialog
      title={secret ? t.newTitle : t.createTitle}
      size="lg"
      submitLabel={secret ? t.done : t.create}
      pendingLabel={t.creating}
      pending={create.isPending}
      mustFinish={secret !== undefined}
      onSubmit={secret ? submit : save}
      onClose={onClose}
    >
      {secret ? (
        <NewSecret secret={secret} name={t.keyOf({ name: watch('name').trim() })} warning={t.copyNow}>
          <StoredCheck label={t.stored} reminder={t.storeFirst} {...storing} />
          <Stack gap="2" minW="0">
            <Heading as="h3" size="md">
              {t.examples}
            </Heading>
            <Text textStyle="sm" color="fg.muted">
              {t.examplesWithKey}
            </Text>
            <Examples secret={secret} />
          </Stack>
        </NewSecret>
      ) : (
        <>
          <FormProblem
            title={isUnsure(readError(create.error)) ? t.createLost : t.createFailed}
            error={create.error}
            fields={Object.keys(form.getValues())}
          />
          <TextField
            label={t.name}
            hint={t.nameHint}
            autoComplete="off"
            dir="auto"
            error={errors.name}
            {...register('name')}
          />
          <ScopeFields
            chosen={scopes.field.value}
            onChange={(chosen) => setValue('scopes', chosen, { shouldDirty: true, shouldValidate: true })}
            error={scopes.fieldState.error}
            ref={scopes.field.ref}
          />
          <SimpleGrid columns={{ base: 1, sm: expiry === 'custom' ? 2 : 1 }} gap="4">
            <ChoiceField
              label={t.expiry}
              error={errors.expiry}
              options={expiryChoices.map((choice) => [choice, expiryWords(choice)])}
              {...register('expiry')}
            />
            {expiry === 'custom' && (
              <TextField label={t.day} type="date" error={errors.lastDay} {...register('lastDay')} />
            )}
          </SimpleGrid>
          <TextAreaField
            label={t.addresses}
            optional
            hint={t.addressesHint}
            fontFamily="mono"
            autoComplete="off"
            spellCheck={false}
            maxH="30dvh"
            error={errors.addresses}
            {...register('addresses')}
          />
        </>
      )}
    </FormDialog>
  );

  function expiryWords(choice: (typeof expiryChoices)[number]): string {
    if (choice === 'never') return t.noLimit;
    if (choice === 'custom') return t.custom;
    return t.days({ count: Number(choice) });
  }
}
