import { router } from '../../trpc.ts';

export const adminSettingsRouter = router({});

export const adminPaymentMethodsRouter = router({});
