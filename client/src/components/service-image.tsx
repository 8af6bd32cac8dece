import { Box, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { lookOf } from '../lib/platforms.ts';
import { firstTopOf } from './category-icon.tsx';

interface ServiceImageProps {
  service: { name: string; image: string | null; category: string; top?: string };
  /** Edge length in pixels. */
  size?: number;
}

/**
 * A service's own image, or its category's if there is none or it fails to load. A featured service has a star on its platform's image.
 */
export function ServiceImage({ service, size = 56 }: ServiceImageProps) {
  const { image, isStarred } = useServiceImage(service);
  return (
    <Box position="relative" flexShrink="0" gridArea="image" alignSelf="start" style={{ width: size, height: size }}>
      <chakra.img {...image} alt="" width={size} height={size} boxSize="full" objectFit="cover" borderRadius="l2" />
      {isStarred && <Star />}
    </Box>
  );
}

/** The attributes of a service's image, for a list that sets its size, and whether it has a star. */
export function useServiceImage(service: ServiceImageProps['service']) {
  const { image, category } = service;
  const [broken, setBroken] = useState<string | null>(null);
  const own = image !== broken ? image : null;
  const look = lookOf(service);
  return {
    image: {
      src: own ?? `/categories/${firstTopOf(look) ?? 'other'}.svg`,
      loading: 'lazy',
      decoding: 'async',
      onError: () => setBroken(image),
    },
    isStarred: category === 'feature' && !own && look !== category,
  } as const;
}

function Star() {
  return (
    <chakra.svg viewBox="0 0 20 20" aria-hidden position="absolute" insetEnd="-1" bottom="-1" boxSize="5">
      <path
        fill="#f7c800"
        stroke="var(--c-colors-bg)"
        strokeWidth="1.5"
        strokeLinejoin="round"
        d="m10 1.5 2.5 5.5 6 .7-4.5 4.1 1.2 5.9L10 14.8l-5.2 2.9L6 11.8 1.5 7.7l6-.7z"
      />
    </chakra.svg>
  );
}
