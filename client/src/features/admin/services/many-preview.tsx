import { useStore } from '@nanostores/react';
import { changeManyTexts } from '../../../i18n/en/admin/change-services.ts';
import type { Outputs } from '../../../lib/trpc.ts';
import { ChangedServices } from './changed-services.tsx';

interface ManyPreviewProps {
  preview: Outputs['admin']['services']['previewMany'];
  /** Whether it is the preview of the current input. */
  isCurrent: boolean;
}

/** How many services would change, and which. */
export function ManyPreview({ preview: { found, changed, items }, isCurrent }: ManyPreviewProps) {
  const t = useStore(changeManyTexts);
  return (
    <ChangedServices
      summary={t.someChange({ changed, found })}
      label={t.affected}
      items={items}
      leftOut={items.length < changed ? t.firstShown({ count: items.length }) : null}
      isCurrent={isCurrent}
    />
  );
}
