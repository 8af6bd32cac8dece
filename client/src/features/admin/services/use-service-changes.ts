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
    const question = { title: 'Are you sure?', text: "You won't be able to revert this!" };
    if (!(await confirm({ ...question, confirmLabel: `Yes, delete “${shortened(name)}”` }))) return;
    await run(String(id), 'delete', async () => {
      try {
        await remove.mutateAsync({ id });
        showSuccess('Deleted!', 'Service has been deleted.');
      } catch (error) {
        // Another admin was faster, or an earlier response was lost: the service is deleted.
        if (errorCodeOf(error) === 'service_not_found') showSuccess('Deleted!', 'Service has been deleted.');
        else void showError('Error!', 'An error occurred while deleting the service.');
      }
      await readAgain();
    });
  };

  const setHidden = ({ id, name }: Service, hidden: boolean) =>
    runChange({
      within: (work) => run(String(id), 'hide', work),
      send: () => hide.mutateAsync({ id, hidden }),
      done: () =>
        hidden
          ? ['Service hidden', `Customers no longer see “${name}”, and nobody can buy it.`]
          : ['Service shown', `Customers see “${name}” again.`],
      failed: hidden ? 'Failed to hide the service' : 'Failed to show the service',
      refresh: readAgain,
    });

  return {
    pendingIds: pending,
    run,
    deleteService: (service: Service) => void deleteService(service),
    setHidden: (service: Service, hidden: boolean) => void setHidden(service, hidden),
  };
}

const LONGEST = 24;

function shortened(name: string): string {
  return name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name;
}
