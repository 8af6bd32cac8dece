import { Box, Flex, type FlexProps } from '@chakra-ui/react';
import { useState } from 'react';

const sizes = {
  xs: { boxSize: '8', fontSize: 'xs' },
  sm: { boxSize: '9', fontSize: 'sm' },
  xl: { boxSize: '12', fontSize: 'lg' },
  '2xl': { boxSize: '16', fontSize: 'xl' },
} as const;

interface UserAvatarProps extends Omit<FlexProps, 'children'> {
  name: string;
  image?: string | null | undefined;
  size: keyof typeof sizes;
}

/** A user's picture, or their initials until it loads and without one. It is on every page, so it avoids Chakra's state machine. */
export function UserAvatar({ name, image, size, ...rest }: UserAvatarProps) {
  const [loadedImage, setLoadedImage] = useState<string | null>(null);
  return (
    <Flex
      align="center"
      justify="center"
      flexShrink="0"
      overflow="hidden"
      borderRadius="selector"
      bg="bg.muted"
      color="fg"
      fontWeight="medium"
      lineHeight="1"
      textTransform="uppercase"
      userSelect="none"
      {...sizes[size]}
      {...rest}
    >
      {image && (
        <Box
          as="img"
          {...{ src: image, alt: '', draggable: false, referrerPolicy: 'no-referrer' }}
          boxSize="full"
          objectFit="cover"
          hidden={loadedImage !== image}
          onLoad={() => setLoadedImage(image)}
          onError={() => setLoadedImage(null)}
        />
      )}
      {loadedImage !== image || !image ? <span>{initialsOf(name)}</span> : null}
    </Flex>
  );
}

/** The first letters of the first and the last name. */
function initialsOf(name: string): string {
  const names = name.trim().split(' ');
  const letters = names.length > 1 ? [names[0], names.at(-1)] : [names[0]];
  return letters.map((each = '') => Array.from(each)[0] ?? '').join('');
}
