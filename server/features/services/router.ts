import { router } from '../../trpc.ts';

export const servicesRouter = router({});

export const adminServicesRouter = router({});
