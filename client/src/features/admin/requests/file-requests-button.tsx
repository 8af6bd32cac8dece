import { Button } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { LuClipboardList } from 'react-icons/lu';
import { fileRequestTexts } from '../../../i18n/en/admin/admin-requests.ts';

export const loadFileRequests = () => import('./file-requests-dialog.tsx');
const FileRequestsDialog = lazy(loadFileRequests);

/** Opens the dialog that files requests from order numbers. */
export function FileRequestsButton() {
  const t = useStore(fileRequestTexts);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        <LuClipboardList aria-hidden /> {t.file}
      </Button>
      <Suspense>{isOpen && <FileRequestsDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
