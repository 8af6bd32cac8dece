import { trpc } from '../../../lib/trpc.ts';

/** @returns a function that refetches every list of services */
export function useReadServicesAgain(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    await Promise.all([utils.admin.services.invalidate(), utils.services.invalidate(), utils.admin.stats.invalidate()]);
  };
}
