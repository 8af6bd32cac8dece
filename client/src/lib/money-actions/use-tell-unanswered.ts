import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { moneyActionTexts } from '../../i18n/en/money-actions.ts';
import { confirm } from '../toasts/toasts.ts';
import { forgetUnanswered, readUnanswered } from './unanswered.ts';

/**
 * Tells who has loaded the page again before an answer came that nobody knows yet what became of it, and leads to where that
 * can be seen. A page that was loaded again where it was sent from says so itself.
 */
export function useTellUnanswered(): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isTold = useRef(false);
  useEffect(() => {
    // Only what was under way when the page was loaded.
    if (isTold.current) return;
    isTold.current = true;
    const t = moneyActionTexts.get();
    for (const { name, path, what } of readUnanswered()) {
      forgetUnanswered(name);
      if (path === pathname + search) continue;
      const question = { title: t.noAnswer, text: t.noAnswerText({ what }), cancelLabel: t.later } as const;
      void confirm({ ...question, confirmLabel: t.look, tone: 'plain' }).then((looks) => {
        if (looks) void navigate(path);
      });
    }
  }, [pathname, search, navigate]);
}
