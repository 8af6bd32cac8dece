import { users } from '#db/schema/users.ts';

/** The columns for users and their own clients; never the password hash. */
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
