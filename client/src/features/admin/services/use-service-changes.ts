import { useMemo } from 'react';
import { errorCodeOf, tellError } from '../../../lib/errors.ts';
import { confirm, showError, showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useRowTasks } from '../desk/use-row-tasks.ts';
import type { Service } from './service.ts';
import { useReadServicesAgain } from './use-read-services-again.ts';

/** What is done with one service of the list, row by row: deleting it after asking, hiding it and showing it again. */
export function useServiceChanges() {
  const readAgain = useReadServicesAgain();
  const remove = trpc.admin.services.delete.useMutation();
  const hide = trpc.admin.services.setHidden.useMutation();
  const { pending, run } = useRowTasks();
  const pendingIds = useMemo(() => new Set(pending.keys()), [pending]);

  const deleteService = async ({ id, name }: Service) => {
    const question = { title: 'Are you sure?', text: "You won't be able to revert this!" };
    if (!(await confirm({ ...question, confirmLabel: `Yes, delete “${shortened(name)}”` }))) return;
    await run(String(id), 'delete', async () => {
      try {
        await remove.mutateAsync({ id });
        showSuccess('Deleted!', 'Service has been deleted.');
      } catch (error) {
        // Somebody else was faster, or the answer of an earlier try was lost: it is gone as was asked.
        if (errorCodeOf(error) === 'service_not_found') showSuccess('Deleted!', 'Service has been deleted.');
        else void showError('Error!', 'An error occurred while deleting the service.');
      }
      await readAgain();
    });
  };

  const setHidden = ({ id, name }: Service, hidden: boolean) =>
    run(String(id), 'hide', async () => {
      try {
        await hide.mutateAsync({ id, hidden });
        if (hidden) showSuccess('Service hidden', `Customers no longer see “${name}”, and nobody can buy it.`);
        else showSuccess('Service shown', `Customers see “${name}” again.`);
      } catch (error) {
        void tellError(hidden ? 'Failed to hide the service' : 'Failed to show the service', error);
      }
      await readAgain();
    });

  return {
    pendingIds,
    run,
    deleteService: (service: Service) => void deleteService(service),
    setHidden: (service: Service, hidden: boolean) => void setHidden(service, hidden),
  };
}

const LONGEST = 24;

function shortened(name: string): string {
  return name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name;
}
