import { Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { qualityTexts } from '../../../i18n/en/admin/quality.ts';
import { formatDay } from '../../../lib/dates.ts';
import { finishTimes, refillsKept, type SourceQuality, shareOf, startTimes } from '../quality-words.ts';

/** How a source delivers the service, on one line. @param quality undefined without a purchase */
export function SourceQualityLine({ quality }: { quality: SourceQuality | undefined }) {
  useStore(qualityTexts);
  return (
    <Span textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
      {quality ? partsOf(quality).join('; ') : qualityTexts.get().lineNone}
    </Span>
  );
}

function partsOf(quality: SourceQuality): string[] {
  const t = qualityTexts.get();
  const [start, finish, kept] = [startTimes(quality), finishTimes(quality), refillsKept(quality)];
  const [partial, canceled] = [shareOf('partial', quality), shareOf('canceled', quality)];
  const said = [
    start && t.lineStart({ times: start }),
    finish && t.lineFinish({ times: finish }),
    partial && t.linePartial({ share: partial }),
    canceled && t.lineCanceled({ share: canceled }),
  ].filter((part) => part !== null);
  return [
    t.lineAccepted({ count: quality.accepted, day: formatDay(quality.since) }),
    ...(said.length > 0 ? said : [t.lineTooFew]),
    ...(kept ? [t.lineRefills({ kept })] : []),
  ];
}
