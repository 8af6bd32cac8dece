import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { evidence } from '#db/schema/evidence.ts';
import { queueClaims } from '#db/schema/queue.ts';
import { recharges } from '#db/schema/recharges.ts';
import type { EvidenceState } from '#shared/evidence.ts';
import { type SignedInUser, testApp } from '../../testing/app.ts';
import { dollars, makePaymentMethod } from '../../testing/factories.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';

const app = await testApp({ env: { RECHARGE_REQUESTS_PER_10_MINUTES: '1000' } });
const admin = await app.createAdminUser();
const method = (await makePaymentMethod(app.db, { name: 'Bkash' })).name;

let counter = 0;
/** Of the form of the method, and none that looks like another. */
const newId = () => `BK${String(counter++ * 1_111 + 1_000_007).padStart(8, '7')}`;

function request({ client }: SignedInUser, reference = newId()) {
  return client.balance.requestRecharge.mutate({ method, amountNanos: dollars(10), reference });
}

async function rowOf(id: number) {
  const [row] = await app.db.select().from(recharges).where(eq(recharges.id, id));
  return row;
}

/** A message with a transaction id that is not due. */
async function makeMessage(reference: string, state: EvidenceState = 'unclaimed') {
  const read = { provider: 'bkash', kind: 'received', direction: 'in', amountPoisha: 126_000, at: new Date() } as const;
  const message = { sender: 'bKash', text: reference, digest: randomUUID(), dueAt: null, state, reference, ...read };
  const [made] = await app.db.insert(evidence).values(message).returning({ id: evidence.id });
  const id = made?.id ?? 0;
  return {
    id,
    isDue: async () => {
      const [row] = await app.db.select({ dueAt: evidence.dueAt }).from(evidence).where(eq(evidence.id, id));
      return row?.dueAt instanceof Date;
    },
  };
}

describe('correcting the transaction ID', () => {
  it('is possible three times, and the former ones stay', async () => {
    const customer = await app.registerUser();
    const { correctReference } = customer.client.balance;
    const ids = Array.from({ length: 5 }, newId);
    const { id } = await request(customer, ids[0]);
    for (const [at, reference] of ids.slice(1, 4).entries()) {
      const corrected = await correctReference.mutate({ id, reference: `TrxID ${reference} confirmed` });
      expect(corrected).toMatchObject({ id, reference, status: 'pending' });
      expect(corrected.corrections.map((each) => each.reference)).toEqual(ids.slice(0, at + 1));
      // A retry changes nothing.
      expect(await correctReference.mutate({ id, reference: reference.toLowerCase() })).toEqual(corrected);
    }
    expect(await codeOf(correctReference.mutate({ id, reference: newId() }))).toBe('too_many_corrections');
    expect((await customer.client.balance.recharge.query({ id })).reference).toBe(ids[3]);
  });

  it('needs one id that nobody uses, as a request does, and another request may use the former', async () => {
    const [customer, other] = [await app.registerUser(), await app.registerUser()];
    const [first, used] = [newId(), newId()];
    const { id } = await request(customer, first);
    await request(other, used);
    const { correctReference } = customer.client.balance;
    expect(await refusalOf(correctReference.mutate({ id, reference: used.toLowerCase() }))).toMatchObject({
      code: 'reference_used',
      fieldErrors: { reference: [expect.any(String)] },
    });
    expect(await refusalOf(correctReference.mutate({ id, reference: 'hello there' }))).toMatchObject({
      code: 'bad_input',
      fieldErrors: { reference: [expect.any(String)] },
    });
    expect((await customer.client.balance.recharge.query({ id })).corrections).toEqual([]);
    await correctReference.mutate({ id, reference: newId() });
    expect((await request(other, first)).reference).toBe(first);
  });

  it('ends what the message with the former one says', async () => {
    const customer = await app.registerUser();
    for (const [before, after] of [
      ['hold', null],
      ['credit', null],
    ] as const) {
      const { id, reference } = await request(customer);
      const { id: matchId } = await makeMessage(reference);
      const held = { matchId, heldReason: 'amount' as const, heldValues: ['1', '2'], verdict: before };
      await app.db.update(recharges).set(held).where(eq(recharges.id, id));
      await customer.client.balance.correctReference.mutate({ id, reference: newId() });
      const free = { matchId: null, heldReason: null, heldValues: null };
      expect(await rowOf(id)).toMatchObject({ ...free, verdict: after });
    }
  });

  it('compares it with others again', async () => {
    const [customer, other] = [await app.registerUser(), await app.registerUser()];
    const [near, far] = ['BKX0OO0OO1', 'BKX7373737'];
    const { id } = await request(customer, 'BKX0000001');
    const { id: otherId } = await request(other, near);
    const lookAlikes = async () => {
      const both = [id, otherId].map((each) => admin.client.admin.recharges.get.query({ id: each }));
      return (await Promise.all(both)).map(({ lookAlike }) => lookAlike?.id ?? null);
    };
    expect(await lookAlikes()).toEqual([otherId, id]);
    await customer.client.balance.correctReference.mutate({ id, reference: far });
    expect(await lookAlikes()).toEqual([null, null]);
    await customer.client.balance.correctReference.mutate({ id, reference: 'BKX00000O1' });
    expect(await lookAlikes()).toEqual([otherId, id]);
  });
});

describe('telling the payer', () => {
  it.each([
    ['own', 'own'],
    [' agent ', 'agent'],
    ['৪৫৬৭', '4567'],
    ['0123', '0123'],
  ])('stores %j as %s', async (typed, payer) => {
    const customer = await app.registerUser();
    const { id } = await request(customer);
    expect((await customer.client.balance.recharge.query({ id })).payer).toBeNull();
    expect((await customer.client.balance.tellPayer.mutate({ id, payer: typed })).payer).toBe(payer);
    expect((await customer.client.balance.recharge.query({ id })).payer).toBe(payer);
  });

  it.each(['', '123', '12345', 'bank', '01712345678'])('refuses %j', async (payer) => {
    const customer = await app.registerUser();
    const { id } = await request(customer);
    const refused = await refusalOf(customer.client.balance.tellPayer.mutate({ id, payer }));
    expect(refused).toMatchObject({ code: 'bad_input', fieldErrors: { payer: [expect.any(String)] } });
  });
});

it.each([
  [
    'correctReference',
    (client: SignedInUser['client'], id: number) => client.balance.correctReference.mutate({ id, reference: newId() }),
  ],
  ['tellPayer', (client: SignedInUser['client'], id: number) => client.balance.tellPayer.mutate({ id, payer: 'own' })],
] as const)('%s ends with the decision, and is for the own ones', async (_name, call) => {
  const [customer, other] = [await app.registerUser(), await app.registerUser()];
  for (const decision of ['approve', 'reject'] as const) {
    const { id } = await request(customer);
    expect(await codeOf(call(other.client, id))).toBe('not_found');
    await admin.client.admin.recharges.decide.mutate({ id, decision });
    const refused = await refusalOf(call(customer.client, id));
    expect(refused).toMatchObject({
      code: 'already_decided',
      message: expect.not.stringContaining(admin.user.userName),
    });
  }
});

describe('the message with the transaction ID', () => {
  const tries: [what: string, (customer: SignedInUser, reference: string) => Promise<unknown>][] = [
    ['a request', (customer, reference) => request(customer, reference.toLowerCase())],
    [
      'a correction',
      async (customer, reference) => {
        const { id } = await request(customer);
        await customer.client.balance.correctReference.mutate({ id, reference });
      },
    ],
    [
      'a payer',
      async (customer, reference) => {
        const { id } = await request(customer, reference);
        await app.db.update(evidence).set({ dueAt: null });
        await customer.client.balance.tellPayer.mutate({ id, payer: 'own' });
      },
    ],
  ];

  it.each(tries)('is looked at again at once after %s', async (_what, ask) => {
    const heard = vi.fn<() => void>();
    const unsubscribe = app.deps.events.subscribe('evidence', heard);
    for (const [state, isDue] of [
      ['unclaimed', true],
      ['held', true],
      ['ignored', false],
    ] as const) {
      const reference = newId();
      const message = await makeMessage(reference, state);
      const another = await makeMessage(newId());
      heard.mockClear();
      await ask(await app.registerUser(), reference);
      expect([await message.isDue(), await another.isDue()]).toEqual([isDue, false]);
      await vi.waitFor(() => expect(heard).toHaveBeenCalled());
    }
    unsubscribe();
  });

  it('is left alone while a worker looks at it', async () => {
    const reference = newId();
    const message = await makeMessage(reference);
    await app.db.insert(queueClaims).values({ kind: 'messages', id: message.id, what: 'bKash', lockOwner: 1 });
    await request(await app.registerUser(), reference);
    expect(await message.isDue()).toBe(false);
  });
});
