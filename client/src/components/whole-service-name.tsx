import { Span } from '@chakra-ui/react';

export interface NamedService {
  id: number;
  name: string;
}

/** A service's id and whole name. Pages of the first load use it instead of `ServiceName`, which can fit the name to lines. */
export function WholeServiceName({ id, name }: NamedService) {
  return (
    <>
      <ServiceNumber id={id} /> {name}
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
