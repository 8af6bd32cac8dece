import { Avatar, type AvatarRootProps } from '@chakra-ui/react';

interface UserAvatarProps extends Omit<AvatarRootProps, 'children'> {
  name: string;
  image?: string | null | undefined;
}

/** A person's picture, or their initials where there is none. */
export function UserAvatar({ name, image, ...rest }: UserAvatarProps) {
  return (
    <Avatar.Root {...rest}>
      <Avatar.Fallback name={name} />
      {image && <Avatar.Image src={image} alt="" />}
    </Avatar.Root>
  );
}
