import { useStore } from '@nanostores/react';
import { TimeText } from '../../../components/time-text.tsx';
import { supplierActionTexts, supplierBookTexts } from '../../../i18n/en/admin/suppliers.ts';
import { InfoDialog } from '../info-dialog.tsx';
import { type Call, CallBytes } from './call-bytes.tsx';

/** One call with its bytes. Mount it when it opens. */
export default function CallDialog({ call, onClose }: { call: Call; onClose: () => void }) {
  const t = useStore(supplierBookTexts);
  const actions = useStore(supplierActionTexts);
  return (
    <InfoDialog
      title={`${actions[call.action]}, ${t.call({ id: `#${call.id}` })}`}
      text={<TimeText at={call.startedAt} />}
      closeLabel={t.close}
      onClose={onClose}
    >
      <CallBytes call={call} />
    </InfoDialog>
  );
}
