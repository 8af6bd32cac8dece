import { numbered } from '../../components/service-name.tsx';
import { linkFitTexts } from '../../i18n/en/link-fit.ts';
import { readError } from '../../lib/errors.ts';
import { confirm } from '../../lib/toasts/toasts.ts';
import { targetWords } from './link-words.ts';

/** Asks whether a link that does not fit the service is meant. @param error `link_does_not_fit` */
export function confirmLink(error: unknown, service: { id: number; name: string }): Promise<boolean> {
  const { read, expected } = readError(error).details;
  const question = () => {
    const t = linkFitTexts.get();
    return {
      title: t.ask,
      text: t.askText({
        read: read ? targetWords({ platform: read.platform, kinds: [read.kind] }) : '',
        service: numbered(service),
        expected: expected ? targetWords(expected) : '',
      }),
      confirmLabel: t.orderAnyway,
      cancelLabel: t.change,
    };
  };
  return confirm(question, 'plain');
}
