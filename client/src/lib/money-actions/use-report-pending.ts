import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { moneyActionTexts } from '../../i18n/en/money-actions.ts';
import { session } from '../session.ts';
import { confirm } from '../toasts/toasts.ts';
import { keepPending, readPending } from './pending-actions.ts';

/**
 * After a reload, lists the sent actions without a response, with links to pages that show the outcome. The page that sent one
 * reports it itself.
 */
export function useReportPending(): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    const userId = session.get().user?.id;
    for (const action of readPending(userId).filter(({ isReported }) => !isReported)) {
      const { path, what } = action;
      keepPending(userId, { ...action, isReported: true });
      if (path === pathname + search) continue;
      const question = () => {
        const t = moneyActionTexts.get();
        return { title: t.noAnswer, text: t.noAnswerText({ what }), confirmLabel: t.look, cancelLabel: t.later };
      };
      void confirm(question, 'plain').then((looks) => {
        if (looks) void navigate(path);
      });
    }
  }, [pathname, search, navigate]);
}
