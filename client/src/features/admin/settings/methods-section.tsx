import { Button, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { LuPlus } from 'react-icons/lu';
import { hasSteps, type PaymentMethod } from '#shared/payment-methods.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { RecipientNotice } from '../../../components/recipient-notice.tsx';
import { settingSectionTexts, settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { trpc } from '../../../lib/trpc.ts';
import { AccountFields } from './account-fields.tsx';
import { ActiveField, InstructionFields, PlaceFields, RecipientFields } from './method-fields.tsx';
import { blankMethod } from './method-form.ts';
import { MethodRow } from './method-row.tsx';
import { RecipientChangeDialog } from './recipient-change-dialog.tsx';
import { SectionFrame } from './section-frame.tsx';
import { useMethodChanges } from './use-method-changes.ts';
import { type EditedMethod, useSaveMethod } from './use-save-method.ts';

/** How customers can pay, in the order they see it. */
export function MethodsSection() {
  const t = useStore(settingsTexts);
  const sections = useStore(settingSectionTexts);
  const query = useMethods();
  const [opened, setOpened] = useState<PaymentMethod | 'new' | null>(null);
  const add = (
    <Button variant="outline" disabled={!query.data} onClick={() => setOpened('new')}>
      <LuPlus aria-hidden /> {t.addMethod}
    </Button>
  );
  return (
    <Stack gap="6">
      <RecipientNotice methods={query.data ?? []} />
      <SectionFrame title={sections.methods} text={sections.methodsText} action={add}>
        <Content query={query} onEdit={setOpened} />
        {opened && (
          <MethodDialog
            key={opened === 'new' ? 'new' : opened.id}
            id={opened === 'new' ? undefined : opened.id}
            method={opened === 'new' ? blankMethod(query.data ?? []) : opened}
            onClose={() => setOpened(null)}
          />
        )}
      </SectionFrame>
    </Stack>
  );
}

const useMethods = () => trpc.admin.paymentMethods.list.useQuery();

interface ContentProps {
  query: ReturnType<typeof useMethods>;
  onEdit: (method: PaymentMethod) => void;
}

function Content({ query: { data, error, isPending, refetch }, onEdit }: ContentProps) {
  const t = useStore(settingsTexts);
  const changes = useMethodChanges();
  if (isPending) return <LoadingStack heights={['14', '14', '14', '14', '14']} px={{ base: '4', md: '6' }} pb="6" />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data.length === 0) {
    return <EmptyState title={t.noMethods} text={t.noMethodsText} />;
  }
  return (
    <Stack as="ul" listStyleType="none" gap="0">
      {data.map((method) => (
        <MethodRow key={method.id} method={method} changes={changes} onEdit={() => onEdit(method)} />
      ))}
    </Stack>
  );
}

/** Everything about one way to pay. Mount it when it opens. */
function MethodDialog({ id, method, onClose }: EditedMethod) {
  const t = useStore(settingsTexts);
  const isNew = id === undefined;
  const { form, submit, close, conflict, change } = useSaveMethod({ id, method, onClose });
  return (
    <FormDialog
      title={isNew ? t.addMethodTitle : t.editName({ name: method.name })}
      size="lg"
      submitLabel={t.save}
      pendingLabel={t.saving}
      pending={form.formState.isSubmitting && !change}
      onSubmit={(event) => void submit(event)}
      onClose={() => void close()}
    >
      <RecipientFields form={form} isNew={isNew} />
      <AccountFields form={form} />
      {hasSteps(form.watch('kind')) && <InstructionFields form={form} />}
      <PlaceFields form={form} />
      <ActiveField form={form} />
      {change && <RecipientChangeDialog change={change} />}
      {conflict}
    </FormDialog>
  );
}
