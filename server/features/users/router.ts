import { router } from '../../trpc.ts';

export const adminUsersRouter = router({});
