import { Span } from '@chakra-ui/react';

interface NamedService {
  id: number;
  name: string;
}

/** A service by its number, which scripts and mass orders name it by, and its name: "#34 Page Likes". */
export function numbered({ id, name }: NamedService): string {
  return `#${id} ${name}`;
}

/** The same on screen. */
export function ServiceName({ id, name }: NamedService) {
  return (
    <>
      <ServiceNumber id={id} /> {name}
    </>
  );
}

/** The number alone, in a quieter colour than the name. */
export function ServiceNumber({ id }: Pick<NamedService, 'id'>) {
  return (
    <Span color="fg.muted" fontWeight="normal" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
      #{id}
    </Span>
  );
}
