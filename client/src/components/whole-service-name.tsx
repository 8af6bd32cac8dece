import { Span } from '@chakra-ui/react';
import { localName } from '../lib/local-name.ts';

export interface NamedService {
  id: number;
  name: string;
  /** Its name on Bengali screens, if it has one. */
  nameBn?: string | null | undefined;
}

/** A service's id and whole name. Pages of the first load use it instead of `ServiceName`, which can fit the name to lines. */
export function WholeServiceName({ id, ...names }: NamedService) {
  return (
    <>
      <ServiceNumber id={id} /> {localName(names)}
    </>
  );
}

/** The id alone, in a quieter colour than the name. */
export function ServiceNumber({ id }: Pick<NamedService, 'id'>) {
  return (
    <Span color="fg.muted" fontWeight="normal" fontVariantNumeric="tabular-nums" whiteSpace="nowrap" flexShrink="0">
      #{id}
    </Span>
  );
}
