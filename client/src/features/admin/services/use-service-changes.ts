import { splitName } from '../../../components/service-name.tsx';
import { adminServicesTexts } from '../../../i18n/en/admin/admin-services.ts';
import { errorCodeOf } from '../../../lib/errors.ts';
import { confirm, showError, showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { runChange } from '../run-change.ts';
import { useRowTasks } from '../use-row-tasks.ts';
import type { Service } from './service.ts';
import { useReadServicesAgain } from './use-read-services-again.ts';

/** Deletes, hides and shows services, row by row. */
export function useServiceChanges() {
  const readAgain = useReadServicesAgain();
  const remove = trpc.admin.services.delete.useMutation();
  const hide = trpc.admin.services.setHidden.useMutation();
  const { pending, run } = useRowTasks();

  const deleteService = async ({ id, name }: Service) => {
    const question = () => {
      const { deleteSure, deleteSureText, deleteYes } = adminServicesTexts.get();
      return { title: deleteSure, text: deleteSureText, confirmLabel: deleteYes({ name: shortened(name) }) };
    };
    if (!(await confirm(question))) return;
    const t = adminServicesTexts.get();
    await run(String(id), 'delete', async () => {
      try {
        await remove.mutateAsync({ id });
        showSuccess(t.deleted, t.deletedText);
      } catch (error) {
        // Another admin was faster, or an earlier response was lost: the service is deleted.
        if (errorCodeOf(error) === 'service_not_found') showSuccess(t.deleted, t.deletedText);
        else void showError(t.deleteFailed, t.deleteFailedText);
      }
      await readAgain();
    });
  };

  const setHidden = ({ id, name }: Service, hidden: boolean) => {
    const t = adminServicesTexts.get();
    return runChange({
      within: (work) => run(String(id), 'hide', work),
      send: () => hide.mutateAsync({ id, hidden }),
      done: () => (hidden ? [t.hideDone, t.hideDoneText({ name })] : [t.showDone, t.showDoneText({ name })]),
      failed: hidden ? t.hideFailed : t.showFailed,
      refresh: readAgain,
    });
  };

  return {
    pendingIds: pending,
    run,
    deleteService: (service: Service) => void deleteService(service),
    setHidden: (service: Service, hidden: boolean) => void setHidden(service, hidden),
  };
}

const LONGEST = 30;

/** Cut in its middle, because its end tells it from similar ones. */
function shortened(name: string): string {
  if (name.length <= LONGEST) return name;
  const [beginning, end] = splitName(name, LONGEST / 2);
  // Never before a vowel sign.
  const [first = ''] = /^.{0,15}(?=\P{M})/su.exec(beginning) ?? [];
  return `${first.trimEnd()}… ${end}`;
}
