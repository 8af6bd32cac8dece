import { useMemo } from 'react';
import { errorCodeOf } from '../../../lib/errors.ts';
import { confirm, showError, showSuccess } from '../../../lib/notices/notices.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useRowTasks } from '../desk/use-row-tasks.ts';
import type { Service } from './service.ts';
import { useReadServicesAgain } from './use-read-services-again.ts';

/** Deletes after asking, row by row. */
export function useDeleteService() {
  const readAgain = useReadServicesAgain();
  const { mutateAsync } = trpc.admin.services.delete.useMutation();
  const { pending, run } = useRowTasks();
  const pendingIds = useMemo(() => new Set(pending.keys()), [pending]);

  const deleteService = async ({ id, name }: Service) => {
    const question = { title: 'Are you sure?', text: "You won't be able to revert this!" };
    if (!(await confirm({ ...question, confirmLabel: `Yes, delete “${shortened(name)}”` }))) return;
    await run(String(id), 'delete', async () => {
      try {
        await mutateAsync({ id });
        showSuccess('Deleted!', 'Service has been deleted.');
      } catch (error) {
        // Somebody else was faster, or the answer of an earlier try was lost: it is gone as was asked.
        if (errorCodeOf(error) === 'service_not_found') showSuccess('Deleted!', 'Service has been deleted.');
        else void showError('Error!', 'An error occurred while deleting the service.');
      }
      await readAgain();
    });
  };
  return { pendingIds, deleteService: (service: Service) => void deleteService(service) };
}

const LONGEST = 24;

function shortened(name: string): string {
  return name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name;
}
