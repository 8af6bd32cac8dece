import { useStore } from '@nanostores/react';
import { passwordProblem } from '#shared/auth.ts';
import { authTexts } from '../../i18n/en/auth.ts';
import { paths } from '../../lib/paths.ts';
import { session } from '../../lib/session.ts';
import { showWarning } from '../../lib/toasts/toasts.ts';
import { trpc } from '../../lib/trpc.ts';
import { usePasswordMinLength } from '../../lib/use-password-min-length.ts';

/** The login's call, which starts the session. Nothing of its input is stored. */
export function useLogin(onError: (error: unknown, input: Credentials) => void) {
  const t = useStore(authTexts);
  const adminMinLength = usePasswordMinLength('admin');
  return trpc.auth.login.useMutation({
    gcTime: 0,
    onSuccess: (signedIn, { password }) => {
      session.start(signedIn);
      // The password may be older than this rule, or was chosen as a customer. It is available only now.
      if (signedIn.user.role === 'admin' && passwordProblem(password, adminMinLength))
        showWarning(t.adminPasswordShort, t.adminPasswordLength({ count: adminMinLength }), {
          to: paths.dashboardProfile,
          label: t.changePassword,
        });
    },
    onError,
  });
}

export interface Credentials {
  userName: string;
  password: string;
}
