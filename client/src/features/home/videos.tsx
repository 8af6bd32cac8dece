import { AspectRatio, Box, chakra, Flex, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { LuPlay } from 'react-icons/lu';
import { homeMoreTexts } from '../../i18n/en/home-more.ts';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { posters } from './posters.tsx';
import { embedAddress } from './video-address.ts';

/** The shop's videos behind own poster images: nothing is loaded from the video's host before a click. */
export function Videos() {
  const t = useStore(homeMoreTexts);
  const urls = usePublicSettings()?.videoUrls ?? [];
  if (urls.length === 0) return null;
  return (
    <Stack as="section" aria-label={t.videos} gap="5">
      <Stack gap="1">
        <Heading as="h2" size="2xl">
          {t.videos}
        </Heading>
        <Text color="fg.muted">{t.videoHint}</Text>
      </Stack>
      <Grid templateColumns={{ md: 'repeat(3, minmax(0, 1fr))' }} gap="4">
        {urls.map((url, at) => (
          <Video key={url} url={url} number={at + 1} />
        ))}
      </Grid>
    </Stack>
  );
}

interface VideoProps {
  url: string;
  /** Its number among the videos, from 1. */
  number: number;
}

function Video({ url, number }: VideoProps) {
  const t = useStore(homeMoreTexts);
  const [plays, setPlays] = useState(false);
  const embedded = embedAddress(url);
  const label = t.play({ number });
  if (plays && embedded) {
    return (
      <AspectRatio ratio={16 / 9} borderRadius="box" overflow="clip">
        <iframe
          src={embedded}
          title={label}
          // oxlint-disable-next-line react/iframe-missing-sandbox -- The video is of another origin, so it can't take its sandbox away.
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
          allow="autoplay; encrypted-media; fullscreen"
          allowFullScreen
        />
      </AspectRatio>
    );
  }
  if (embedded) {
    return (
      <Frame aria-label={label} onClick={() => setPlays(true)}>
        <Poster number={number} />
      </Frame>
    );
  }
  return (
    <Frame asChild>
      <a href={url} target="_blank" rel="noopener noreferrer" aria-label={label}>
        <Poster number={number} />
      </a>
    </Frame>
  );
}

function Poster({ number }: Pick<VideoProps, 'number'>) {
  const Drawing = posters[(number - 1) % posters.length];
  return (
    <>
      {Drawing && <Drawing />}
      <Flex position="absolute" inset="0" align="center" justify="center" aria-hidden>
        <Box
          p="4"
          borderRadius="full"
          bg="brand.solid"
          color="brand.contrast"
          borderWidth="1px"
          borderColor="brand.edge"
        >
          <LuPlay size={24} fill="currentColor" />
        </Box>
      </Flex>
    </>
  );
}

const Frame = chakra('button', {
  base: {
    position: 'relative',
    display: 'block',
    w: 'full',
    aspectRatio: '16 / 9',
    bg: 'bg.subtle',
    borderWidth: '1px',
    borderRadius: 'box',
    overflow: 'clip',
    cursor: 'button',
    _hover: { borderColor: 'border.field' },
  },
});
