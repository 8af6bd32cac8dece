import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { Category } from '../../../../shared/categories.ts';

interface ServiceImageProps {
  image: string | null;
  category: Category;
}

/** A service's own picture, else its category's, which also stands in for one that does not load. */
export function ServiceImage({ image, category }: ServiceImageProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const own = image !== broken ? image : null;
  return (
    <chakra.img
      src={own ?? `/categories/${category}.svg`}
      alt=""
      width={56}
      height={56}
      loading="lazy"
      decoding="async"
      gridArea="image"
      boxSize="14"
      objectFit="cover"
      borderRadius="l2"
      onError={() => setBroken(image)}
    />
  );
}
