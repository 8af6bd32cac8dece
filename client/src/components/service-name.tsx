import { Span } from '@chakra-ui/react';

interface NamedService {
  id: number;
  name: string;
}

/** A service as text, with the id that scripts and mass orders use: "#34 Page Likes". */
export function numbered({ id, name }: NamedService): string {
  return `#${id} ${name}`;
}

/** The same as an element. */
export function ServiceName({ id, name }: NamedService) {
  return (
    <>
      <ServiceNumber id={id} /> {name}
    </>
  );
}

/** The id alone, in a quieter colour than the name. */
export function ServiceNumber({ id }: Pick<NamedService, 'id'>) {
  return (
    <Span color="fg.muted" fontWeight="normal" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
      #{id}
    </Span>
  );
}
