import { createHmac } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { evidence } from '#db/schema/evidence.ts';
import { automaticMethods } from '#db/schema/settings.ts';
import { NANOS_PER_DOLLAR, nanos } from '#shared/money.ts';
import { messagesKind } from '../background/messages.ts';
import { createDevice } from '../features/devices/create-device.ts';
import type { TestApp } from './app.ts';
import { makePaymentMethod } from './factories.ts';
import { idOfToday, type Paid, textOf } from './payment-texts.ts';
import { makeSignedInAdmin } from './people.ts';
import { workOff } from './queue.ts';

/** A shop with a phone for one method (Bkash), whose background worker works step by step. $4 are ৳504. */
export async function proofScene(app: TestApp, { name = 'Bkash', caps = true } = {}) {
  const { db, deps } = app;
  const method = await makePaymentMethod(db, { name });
  const admin = await makeSignedInAdmin(app);
  const caller = { ...admin.actor, isReauthenticated: true };
  const { device, secret } = await createDevice(deps, caller, { name: 'Shop phone', methods: [name] });
  await db.execute(sql`update settings set first_recharge_by_hand = false`);
  if (!caps)
    await db.execute(sql`update settings set evidence_most_request_nanos = 1e13::bigint, evidence_most_customer_day_nanos = 1e14::bigint,
      evidence_most_method_day_nanos = 1e14::bigint, evidence_most_without_payer_nanos = 1e13::bigint`);
  const api = app.client(admin.accessToken);
  const kind = messagesKind(deps);

  /** Posts a text as SMS Gateway does. */
  async function post(message: string, { sender = 'bKash', sim = 1 } = {}): Promise<number> {
    const body = JSON.stringify({
      ...{ event: 'sms:received', id: 'e', deviceId: 'x' },
      payload: { messageId: 'm', message, phoneNumber: sender, simNumber: sim, receivedAt: new Date().toISOString() },
    });
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', secret)
      .update(body + timestamp)
      .digest('hex');
    const { status } = await fetch(`${app.url}/hooks/sms/${device.id}`, {
      ...{ method: 'POST', body },
      headers: { 'content-type': 'application/json', 'x-signature': signature, 'x-timestamp': timestamp },
    });
    return status;
  }

  return {
    ...{ method, admin, api, device, secret, post },
    work: () => workOff(db, kind),
    receive: (paid: Paid, options?: Parameters<typeof post>[1]) => post(textOf(paid), options),
    /** Switches crediting on without the decisions of people that it needs. */
    credits: () => db.insert(automaticMethods).values({ methodId: method.id }),
    /** A message whose balance an admin says is right: the chain of the phone begins with it. */
    async begin(balance: string): Promise<void> {
      await post(textOf({ id: idOfToday('FIRST'), balance, amount: '1.00' }));
      await workOff(db, kind);
      await db
        .update(evidence)
        .set({ confirmedBy: admin.actor.id, dueAt: sql`now()` })
        .where(eq(evidence.reference, idOfToday('FIRST')));
      await workOff(db, kind);
    },
    /** A customer with a request of $4, which are ৳504. */
    async request(
      reference: string,
      {
        user,
        dollars: amount = 4,
        method: other = name,
      }: { user?: Awaited<ReturnType<TestApp['registerUser']>>; dollars?: number; method?: string } = {},
    ) {
      const customer = user ?? (await app.registerUser());
      const asked = { method: other, amountNanos: nanos(amount * NANOS_PER_DOLLAR), reference };
      const recharge = await customer.client.balance.requestRecharge.mutate(asked);
      return { customer, ...recharge };
    },
    messages: async () => (await api.admin.evidence.list.query({})).items,
    message: async (reference: string) =>
      (await api.admin.evidence.list.query({})).items.find((each) => each.reference === reference),
    recharge: (id: number) => api.admin.recharges.get.query({ id }),
  };
}
