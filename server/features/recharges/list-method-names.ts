import type { Db } from '#db/client.ts';
import type { MethodNamesOut } from '#shared/balance.ts';
import { listMethods } from './list-methods.ts';

/** The payment methods as visitors may see them: names and logos, and the rate. Recipients and steps are for customers. */
export async function listMethodNames(db: Db, options: { withSamples: boolean }): Promise<MethodNamesOut> {
  const { ratePaisa, methods } = await listMethods(db, options);
  return { ratePaisa, methods: methods.map(({ name, logo }) => ({ name, logo })) };
}
