import { users } from '../../db/schema/users.ts';

/** What a user and their own browser may see; never the password's hash. */
export const sessionUserColumns = {
  id: users.id,
  userName: users.userName,
  name: users.name,
  email: users.email,
  phone: users.phone,
  image: users.image,
  language: users.language,
  role: users.role,
  createdAt: users.createdAt,
};
