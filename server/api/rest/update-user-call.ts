import { z } from 'zod';
import { keepsEmail } from '#shared/own-email.ts';
import { anyPhone, updateProfileInput } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { updateProfile } from '../../features/auth/update-profile.ts';
import { setBlocked } from '../../features/users/set-blocked.ts';
import { getBalance } from '../../features/wallet/get-balance.ts';
import { type Call, defineCall, parse } from './call.ts';
import { idInBody } from './parameters.ts';
import { presentOwnUser, presentUser } from './present.ts';
import { ownUser } from './shapes.ts';

/**
 * The first admin has no phone, and older clients send their record back unchanged; the verb decides whether an empty one is allowed.
 */
const phone = z.union([z.literal(''), anyPhone], {
  error: ({ input }) => anyPhone.safeParse(input).error?.issues[0]?.message,
});
const profile = updateProfileInput.omit({ currentPassword: true, code: true }).extend({ phone }).strip();
const isDeletedFlag = z.boolean('isDeleted must be true or false');

/**
 * Older clients always send a whole user. Only the id is checked first: the rest depends on whether callers change themselves or
 * another user.
 */
const body = z.object({
  id: idInBody.optional().meta({ description: 'For admins: another user to block or unblock' }),
  _id: idInBody.optional().meta({ description: 'The same' }),
  isDeleted: checkedLater(isDeletedFlag).meta({ description: 'For admins: true blocks that user, false unblocks' }),
  name: checkedLater(profile.shape.name),
  email: checkedLater(profile.shape.email),
  phone: checkedLater(profile.shape.phone).meta({
    description: `${anyPhone.description}. It may be empty where none is stored`,
  }),
});

const UPDATED = 'Profile updated successfully.';

/** Two verbs with one path: another user's id blocks or unblocks that user, otherwise it updates the caller's own profile. */
export const updateUserCall: Call = defineCall('user', {
  method: 'PUT',
  path: '/api/v1/user/update',
  summary: "Change the caller's own profile; for admins also block or unblock another user",
  procedure: 'auth.updateProfile',
  refusals: ['too_many_requests', 'forbidden', 'not_found', 'self_block'],
  alsoProcedures: ['admin.users.setBlocked'],
  message: UPDATED,
  body,
  example: { name: 'Karim Mia', email: 'karim@example.com', phone: '+8801800000000' },
  data: z.object({ data: ownUser }),
  async run({ ctx, deps, actor, body: { id, _id, isDeleted, ...fields } }) {
    const { db } = deps;
    const target = id ?? _id ?? actor.id;
    const block = async (blocked: boolean) => ({
      data: { data: presentUser(await setBlocked(deps, actor, { id: target, blocked })) },
    });
    if (target !== actor.id) {
      assertAdmin(actor);
      return block(parse(isDeletedFlag, isDeleted));
    }
    if (actor.role === 'admin' && parse(isDeletedFlag.optional(), isDeleted)) return block(true);
    const input = parse(profile, fields);
    const { pendingEmail, ...user } = await updateProfile(deps, { actor, client: ctx.client }, input, {
      askOldAddress: true,
      anyPhone: true,
    });
    const { balanceNanos } = await getBalance(db, actor);
    const data = { data: presentOwnUser(user, balanceNanos) };
    return pendingEmail !== null && !keepsEmail(user.email, input.email)
      ? { data, message: confirmationMessage(user.email) }
      : { data };
  },
});

function confirmationMessage(email: string): string {
  return `${UPDATED} Your email address stays ${email} until the link in the mail that was sent there is opened and confirmed.`;
}

/** Accepts anything, but has the schema in the document. */
function checkedLater(schema: z.ZodType) {
  const { $schema: _, ...documented } = z.toJSONSchema(schema, { io: 'input' });
  return z.unknown().optional().meta(documented);
}
