import { useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { logout } from '../../lib/trpc.ts';

/** Logs out and opens the home page. */
export function useLeave(): () => void {
  const navigate = useNavigate();
  return () => {
    void logout();
    void navigate(paths.home);
  };
}
