import { Alert } from '@chakra-ui/react';
import { LuUsers } from 'react-icons/lu';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { AuditTrail } from '../audit/audit-trail.tsx';
import { ServiceFields } from './service-fields.tsx';
import { type FieldConflict, type OpenedService, useUpdateService } from './use-update-service.ts';

/** Edits a service. Mount it when it opens. */
export default function UpdateServiceDialog({ service, onClose }: OpenedService) {
  const { form, submit, close, conflicts } = useUpdateService({ service, onClose });
  return (
    <FormDialog
      title="Update Service"
      size="lg"
      submitLabel={conflicts ? 'Update all the same' : 'Update'}
      pendingLabel="Saving…"
      pending={form.formState.isSubmitting}
      onSubmit={(event) => void submit(event)}
      onClose={() => void close()}
    >
      {conflicts && <Conflicts conflicts={conflicts} />}
      <ServiceFields form={form} />
      <AuditTrail of={{ subject: 'service', subjectId: service.id }} />
    </FormDialog>
  );
}

const fieldNames: Record<FieldConflict['field'], string> = {
  name: 'Service Name',
  externalId: 'External ID',
  image: 'Image URL',
  description: 'Description',
  category: 'Category',
  priceMicros: 'Price',
  min: 'Min',
  max: 'Max',
  avgTimeHours: 'Average Time',
};

/** Another admin's changes and the form's values. */
function Conflicts({ conflicts }: { conflicts: FieldConflict[] }) {
  return (
    <Alert.Root status="warning" role="alert">
      <Alert.Indicator>
        <LuUsers />
      </Alert.Indicator>
      <Alert.Content>
        <Alert.Title>Somebody else has changed this service since you opened it. Nothing was saved yet.</Alert.Title>
        <Alert.Description asChild>
          <ul>
            {conflicts.map((conflict) => (
              <Conflict key={conflict.field} {...conflict} />
            ))}
          </ul>
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}

function Conflict({ field, was, now, typed }: FieldConflict) {
  return (
    <li style={{ overflowWrap: 'anywhere' }}>
      <strong>{fieldNames[field]}</strong>: {quoted(was)} → {quoted(now)}
      {typed !== now && <>, you typed {quoted(typed)}</>}
    </li>
  );
}

const LONGEST = 80;

function quoted(text: string): string {
  if (text === '') return 'nothing';
  return text.length > LONGEST ? `“${text.slice(0, LONGEST)}…”` : `“${text}”`;
}
