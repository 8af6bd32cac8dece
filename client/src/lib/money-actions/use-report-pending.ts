import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { moneyActionTexts } from '../../i18n/en/money-actions.ts';
import { session } from '../session.ts';
import { confirm } from '../toasts/toasts.ts';
import { keepPending, readPending } from './pending-actions.ts';

/**
 * After a reload, says which actions were sent and not answered, and leads to the pages where their outcome can be seen. The page
 * that sent one says so itself.
 */
export function useReportPending(): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    const t = moneyActionTexts.get();
    const userId = session.get().user?.id;
    for (const action of readPending(userId).filter(({ isReported }) => !isReported)) {
      const { path, what } = action;
      keepPending(userId, { ...action, isReported: true });
      if (path === pathname + search) continue;
      const question = { title: t.noAnswer, text: t.noAnswerText({ what }), cancelLabel: t.later } as const;
      void confirm({ ...question, confirmLabel: t.look, tone: 'plain' }).then((looks) => {
        if (looks) void navigate(path);
      });
    }
  }, [pathname, search, navigate]);
}
