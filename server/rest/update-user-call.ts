import { z } from 'zod';
import { setBlockedInput, updateProfileInput } from '../../shared/users.ts';
import { updateProfile } from '../features/auth/update-profile.ts';
import { getBalance } from '../features/balance/get-balance.ts';
import { setBlocked } from '../features/users/set-blocked.ts';
import { type Call, parse, userCall } from './call.ts';
import { idInBody } from './parameters.ts';
import { presentOwnUser, presentUser } from './present.ts';
import { ownUser } from './shapes.ts';

const profile = updateProfileInput.strip();

/** Older clients send a whole user; what is not the caller's to set is passed over, or refused where it names another. */
const body = z.object({
  id: idInBody.optional().meta({ description: 'For admins: another user to block or unblock' }),
  _id: idInBody.optional().meta({ description: 'The same' }),
  isDeleted: z
    .boolean('isDeleted must be true or false')
    .optional()
    .meta({ description: 'For admins: true blocks that user, false unblocks' }),
  ...z.object(profile.shape).partial().shape,
});

/** Two verbs behind one path: with another user's id it blocks or unblocks, without it is the caller's own profile. */
export const updateUserCall: Call = userCall({
  method: 'PUT',
  path: '/api/v1/user/update',
  summary: "Change the caller's own profile; for admins also block or unblock another user",
  procedure: 'auth.updateProfile',
  refusals: ['email_taken', 'forbidden', 'not_found', 'self_block'],
  alsoProcedures: ['admin.users.setBlocked'],
  message: 'Profile updated successfully.',
  body,
  example: { name: 'Karim Mia', email: 'karim@example.com', phone: '+8801800000000' },
  data: z.object({ data: ownUser }),
  async run({ deps: { db }, actor, body: { id, _id, isDeleted, ...fields } }) {
    const target = id ?? _id ?? actor.id;
    const blocksThemself = actor.role === 'admin' && isDeleted === true;
    if (target !== actor.id || blocksThemself) {
      const user = await setBlocked(db, actor, parse(setBlockedInput, { id: target, blocked: isDeleted }));
      return { data: { data: presentUser(user) } };
    }
    const user = await updateProfile(db, actor, parse(profile, fields));
    const { balanceNanos } = await getBalance(db, actor);
    return { data: { data: presentOwnUser(user, balanceNanos) } };
  },
});
