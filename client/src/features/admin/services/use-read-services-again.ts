import { trpc } from '../../../lib/trpc.ts';

/** @returns how to read again whatever shows services, after a change of the catalogue */
export function useReadServicesAgain(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    await Promise.all([utils.admin.services.invalidate(), utils.services.invalidate(), utils.admin.stats.invalidate()]);
  };
}
