import { trpc } from '../../../lib/trpc.ts';

/** @returns a function that refetches every list of services and of categories */
export function useReadServicesAgain(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    const { services, categories, stats } = utils.admin;
    await Promise.all([services, categories, utils.services, stats].map((each) => each.invalidate()));
  };
}
