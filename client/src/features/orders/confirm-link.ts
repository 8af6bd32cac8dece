import type { NamedService } from '../../components/whole-service-name.tsx';
import { linkFitTexts } from '../../i18n/en/link-fit.ts';
import { readError } from '../../lib/errors.ts';
import { confirm } from '../../lib/toasts/toasts.ts';
import { misfitWords } from './link-words.ts';

/** Asks whether a link that does not fit the service is meant. @param error `link_does_not_fit` */
export function confirmLink(error: unknown, service: NamedService): Promise<boolean> {
  const { details } = readError(error);
  const question = () => {
    const t = linkFitTexts.get();
    return {
      title: t.ask,
      text: misfitWords(details, service),
      confirmLabel: t.orderAnyway,
      cancelLabel: t.change,
    };
  };
  return confirm(question);
}
