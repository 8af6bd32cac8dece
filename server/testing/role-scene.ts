import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { loginAlerts } from '#db/schema/second-factors.ts';
import { services } from '#db/schema/services.ts';
import { emailChanges, passwordResets, sessions } from '#db/schema/sessions.ts';
import { automaticMethods } from '#db/schema/settings.ts';
import { users } from '#db/schema/users.ts';
import { hashToken } from '../base/identity/refresh-token.ts';
import { uploadImage } from '../features/images/upload-image.ts';
import { decideRecharge } from '../features/recharges/decide-recharge.ts';
import { importServices } from '../features/services/import-services.ts';
import type { TestApp } from './app.ts';
import { makeBought, makeUnknown } from './bought-orders.ts';
import { makeCategory } from './categories.ts';
import { makeDevice, makeHeldMessage } from './devices.ts';
import {
  dollars,
  makeAdmin,
  makeAskableOrder,
  makeJob,
  makeMissing,
  makeNotice,
  makeOrder,
  makePaymentMethod,
  makeRecharge,
  makeRequest,
  makeSavedReply,
  makeService,
  makeSetAside,
  makeStoredWebhook,
  makeThenOrder,
  makeTicket,
  type TestUser,
} from './factories.ts';
import { makeKey } from './keys.ts';
import { makeCustomer, makeSignedInAdmin, type Person } from './people.ts';
import { beginFor, totpCode, turnOnFor } from './second-factor.ts';
import { makeLine, makeSource, makeSupplier, NO_SUPPLIER, STOPPED } from './suppliers.ts';

/**
 * The caller. The rows in a call belong to the customer: `other` is a second customer who refers to them, `blocked` a customer or an
 * admin who was blocked while signed in.
 */
export const roleColumns = ['anonymous', 'customer', 'other', 'blocked', 'admin'] as const;
export type RoleColumn = (typeof roleColumns)[number];

/** The same for all users of a scene. */
export const PASSWORD = 'correct horse battery';

/** See `makeScene`. */
export type Scene = Awaited<ReturnType<typeof makeScene>>;

/**
 * A customer with rows of each kind, and a caller. Scenes share nothing.
 * @param blockedAs the role of a blocked caller
 */
export async function makeScene(app: TestApp, column: RoleColumn, blockedAs: 'user' | 'admin') {
  const owner = await withPassword(app, await makeCustomer(app, dollars(100)));
  const caller = await callerIn(app, column, blockedAs, owner);
  const person = caller ?? owner;
  /** A pending recharge of the owner. Tests that make every call with one scene have had many, and five may be pending. */
  async function newRecharge(overrides?: Parameters<typeof makeRecharge>[2]) {
    await app.db.execute(sql`
      update recharges set status = 'rejected', decider = 'supplier', decided_at = now() where user_id = ${owner.id} and status = 'pending'`);
    return makeRecharge(app.db, owner, overrides);
  }
  return {
    /** The customer whose rows they are. */
    owner,
    caller,
    /** Signs in: the caller, or the owner if there is no caller. */
    person,
    /** A code that confirms the factor that the person has begun. */
    async begunCode() {
      const secret = await beginFor(app, person);
      return totpCode(secret);
    },
    /** A recovery code of the person's second factor. */
    recoveryCode: async () => (await turnOnFor(app, person))[0] ?? '',
    /** The id of the owner, whose second factor is on, for a caller who has re-authenticated. */
    async ownerWithFactor() {
      await turnOnFor(app, owner);
      await app.db.update(sessions).set({ reauthenticatedAt: sql`now()` }).where(eq(sessions.userId, person.id));
      return owner.id;
    },
    webhookId: async () => (await makeStoredWebhook(app.db, owner)).webhookId,
    /** A webhook with a failed delivery. */
    webhookWithDelivery: () => makeStoredWebhook(app.db, owner),
    orderId: async () => (await makeOrder(app.db, owner)).id,
    askableOrderId: async () => (await makeAskableOrder(app.db, owner)).id,
    requestId: async () => (await makeRequest(app.db, owner)).id,
    rechargeId: async () => (await newRecharge()).id,
    /** A recharge for which an order waits. */
    waitedForRechargeId: async () => (await newRecharge({ thenOrder: await makeThenOrder(app.db) })).id,
    async approvedRechargeId() {
      const { id } = await newRecharge();
      const admin = await makeAdmin(app.db);
      await decideRecharge(app.deps, admin.actor, { id, decision: 'approve' });
      return id;
    },
    serviceId: async () => (await makeService(app.db)).id,
    categoryId: async () => (await makeCategory(app.db)).id,
    methodId: async () => (await makePaymentMethod(app.db)).id,
    methodName: async () => (await makePaymentMethod(app.db)).name,
    /** Of a method whose requests messages credit. */
    async automaticMethodName() {
      const { id, name } = await makePaymentMethod(app.db);
      await app.db.insert(automaticMethods).values({ methodId: id });
      return name;
    },
    heldMessageId: () => makeHeldMessage(app.db),
    /** A session of the owner. */
    async sessionId() {
      const [session] = await app.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, owner.id));
      if (!session) throw new Error('The owner is not signed in');
      return session.id;
    },
    keyId: async () => (await makeKey(app, owner)).id,
    ticketId: async () => (await makeTicket(app.deps, owner)).id,
    noticeId: async () => (await makeNotice(app.db)).id,
    image: makeImage,
    async imageFile() {
      const { path } = await uploadImage(app.deps, (await makeAdmin(app.db)).actor, { data: await makeImage() });
      return path.replace('/images/', '');
    },
    /** A catalogue file that changes a service, and the hash of its preview. */
    async previewedFile() {
      const csv = `id,price\n${(await makeService(app.db)).id},2.5`;
      const { actor } = await makeAdmin(app.db);
      const { previewHash } = await importServices(app.deps, actor, { csv, apply: false });
      return { csv, previewHash };
    },
    /** Started by another admin; it waits for eight seconds. */
    jobId: async () => (await makeJob(app.deps, await makeAdmin(app.db))).id,
    setAsideMailId: async () => (await makeSetAside(app.db)).id,
    missingId: async () => (await makeMissing(app.db, owner)).id,
    deviceId: async () => (await makeDevice(app.deps, await makeAdmin(app.db))).id,
    supplierId: async () => (await makeSupplier(app.db, app.deps.secrets, NO_SUPPLIER)).id,
    /** A service with its source; the supplier's list has another line, `102`. */
    async sourced({ paused = false } = {}) {
      const listedAt = { listedAt: new Date() };
      const supplier = await makeSupplier(app.db, app.deps.secrets, NO_SUPPLIER, listedAt);
      const service = await makeService(app.db);
      const source = paused ? { pausedReason: 'refused' as const, pausedAt: new Date() } : {};
      await makeSource(app.db, service, supplier, { source });
      await makeLine(app.db, supplier, { externalId: '102' });
      return { id: service.id, supplierId: supplier.id, externalId: '101' };
    },
    stoppedSupplierId: async () => (await makeSupplier(app.db, app.deps.secrets, NO_SUPPLIER, STOPPED)).id,
    /** A purchase of the owner's order, at a supplier that does not answer; a person has to look at it. */
    async flaggedForwardId() {
      const supplier = await makeSupplier(app.db, app.deps.secrets, NO_SUPPLIER);
      const forward = { flag: 'money_back', flaggedAt: new Date() } as const;
      return (await makeBought(app.db, { customer: owner, supplier }, { forward })).id;
    },
    /** A purchase of the owner's order that a person has to settle. */
    async unknownForwardId() {
      const supplier = await makeSupplier(app.db, app.deps.secrets, NO_SUPPLIER, STOPPED);
      return (await makeUnknown(app.db, { customer: owner, supplier })).id;
    },
    /** The owner's open order of a service that got its source later. */
    startableOrderId: async () => {
      const { id, serviceId } = await makeOrder(app.db, owner);
      await app.db.update(services).set({ forwarded: true }).where(eq(services.id, serviceId));
      return id;
    },
    savedReplyId: async () => (await makeSavedReply(app.db)).id,
    /** From a link mailed to the owner. */
    resetToken: () =>
      makeToken(async (hash, expiresAt) => {
        await app.db.insert(passwordResets).values({ userId: owner.id, hash, expiresAt });
      }),
    /** From a mail to the owner about a login. */
    alertToken: () =>
      makeToken(async (hash, expiresAt) => {
        const recipient = `${owner.userName}@example.com`;
        await app.db.insert(loginAlerts).values({ userId: owner.id, hash, recipient, expiresAt });
      }),
    /** From a link mailed to a new address of the owner. */
    emailToken: () =>
      makeToken(async (hash, expiresAt) => {
        const newEmail = `new-${owner.userName}@example.com`;
        await app.db.insert(emailChanges).values({ userId: owner.id, hash, expiresAt, newEmail, confirmer: 'new' });
      }),
  };
}

async function callerIn(
  app: TestApp,
  column: RoleColumn,
  blockedAs: 'user' | 'admin',
  owner: Person,
): Promise<Person | undefined> {
  switch (column) {
    case 'anonymous':
      return undefined;
    case 'customer':
      return owner;
    case 'other':
      return withPassword(app, await makeCustomer(app, dollars(100)));
    case 'admin':
      return withPassword(app, await makeFundedAdmin(app));
    case 'blocked': {
      const made = blockedAs === 'admin' ? await makeSignedInAdmin(app) : await makeCustomer(app, dollars(100));
      const blocked = await withPassword(app, made);
      await app.db.update(users).set({ blockedAt: sql`now()` }).where(eq(users.id, blocked.id));
      return blocked;
    }
  }
}

/** An admin who can also order. */
async function makeFundedAdmin(app: TestApp): Promise<Person> {
  const customer = await makeCustomer(app, dollars(100));
  await app.db.update(users).set({ role: 'admin' }).where(eq(users.id, customer.id));
  return { ...customer, actor: { id: customer.id, role: 'admin', isReauthenticated: true } };
}

const hashes = new WeakMap<TestApp, Promise<string>>();

/** Factories create users without a password to save time. Here they need one, and share one hash. */
async function withPassword<User extends TestUser>(app: TestApp, user: User): Promise<User> {
  const hash = hashes.get(app) ?? app.deps.passwords.hash(PASSWORD);
  hashes.set(app, hash);
  await app.db
    .update(users)
    .set({ passwordHash: await hash })
    .where(eq(users.id, user.id));
  return user;
}

/** A new image in base64. */
async function makeImage(): Promise<string> {
  const [red = 0, green = 0, blue = 0] = randomBytes(3);
  const create = { width: 4, height: 4, channels: 3, background: { r: red, g: green, b: blue } } as const;
  return (await sharp({ create }).png().toBuffer()).toString('base64');
}

async function makeToken(keep: (hash: string, expiresAt: Date) => Promise<void>): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await keep(hashToken(token), new Date(Date.now() + 600_000));
  return token;
}
