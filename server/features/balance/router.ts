import { router } from '../../trpc.ts';

export const balanceRouter = router({});

export const adminRechargesRouter = router({});
