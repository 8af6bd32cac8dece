import { AspectRatio, Box, chakra, Flex, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type ReactNode, useState } from 'react';
import { LuPlay } from 'react-icons/lu';
import { homeMoreTexts } from '../../i18n/en/home-more.ts';
import { $language } from '../../i18n/language.ts';
import { formatCount } from '../../lib/format.ts';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { posters } from './posters.tsx';
import { filesOf, type OwnVideo, ownVideos, placeOf } from './video-address.ts';

/** The shop's videos, or this panel's own ones. Behind a poster: nothing is loaded before a click. */
export function Videos() {
  const t = useStore(homeMoreTexts);
  const settings = usePublicSettings();
  if (!settings) return null;
  const { videoUrls } = settings;
  return (
    <Stack as="section" aria-label={t.videos} gap="5">
      <Stack gap="1">
        <Heading as="h2" size="2xl">
          {t.videos}
        </Heading>
        <Text color="fg.muted">{videoUrls.length > 0 ? t.videoHint : t.videoOwnHint}</Text>
      </Stack>
      {videoUrls.length > 0 ? (
        <Grid templateColumns={{ md: 'repeat(3, minmax(0, 1fr))' }} gap="4">
          {videoUrls.map((url, at) => (
            <ShopVideo key={url} url={url} number={at + 1} />
          ))}
        </Grid>
      ) : (
        <OwnVideos />
      )}
    </Stack>
  );
}

/** Upright recordings of the panel on a phone, in the reader's language; on a phone one beside the other. */
function OwnVideos() {
  const t = useStore(homeMoreTexts);
  const words: Record<OwnVideo, { title: string; text: string }> = {
    'add-balance': { title: t.videoAddBalance, text: t.videoAddBalanceText },
    order: { title: t.videoOrder, text: t.videoOrderText },
    follow: { title: t.videoFollow, text: t.videoFollowText },
  };
  return (
    <Flex
      as="ul"
      listStyleType="none"
      gap={{ base: '4', lg: '8' }}
      mx={{ base: '-4', md: '0' }}
      px={{ base: '4', md: '0' }}
      overflowX={{ base: 'auto', md: 'visible' }}
      scrollSnapType={{ base: 'x mandatory', md: 'none' }}
      scrollPaddingX="4"
    >
      {ownVideos.map((video, at) => (
        <Flex
          as="li"
          key={video}
          direction={{ base: 'column', lg: 'row' }}
          gap={{ base: '3', lg: '5' }}
          flex={{ base: 'none', md: '1' }}
          w="min(15rem, 72vw)"
          scrollSnapAlign="start"
        >
          <OwnVideoPlayer video={video} title={words[video].title} />
          <Stack gap="1" flex={{ lg: '1' }} minW="0">
            <Text color="fg.muted" textStyle="sm" fontVariantNumeric="tabular-nums" hideBelow="lg">
              {formatCount(at + 1)}
            </Text>
            <Text fontWeight="semibold">{words[video].title}</Text>
            <Text color="fg.muted" textStyle="sm">
              {words[video].text}
            </Text>
          </Stack>
        </Flex>
      ))}
    </Flex>
  );
}

function OwnVideoPlayer({ video, title }: { video: OwnVideo; title: string }) {
  const t = useStore(homeMoreTexts);
  const { src, poster } = filesOf(video, useStore($language));
  const [plays, setPlays] = useState(false);
  return (
    <Box
      w={{ base: 'full', lg: plays ? '18rem' : '12.5rem' }}
      flex="none"
      aspectRatio="9 / 16"
      borderWidth="1px"
      borderRadius="box"
      overflow="clip"
    >
      {plays ? (
        <VideoFile key={src} src={src} poster={poster} title={title} />
      ) : (
        <Frame aria-label={t.playTitle({ title })} onClick={() => setPlays(true)} h="full" borderWidth="0">
          <chakra.img src={poster} alt="" loading="lazy" w="full" h="full" objectFit="cover" />
          <PlaySign />
        </Frame>
      )}
    </Box>
  );
}

interface VideoFileProps {
  src: string;
  poster?: string;
  title: string;
}

/** A silent file of this panel; its captions are part of the picture. */
function VideoFile({ src, poster, title }: VideoFileProps) {
  return (
    <chakra.video
      src={src}
      poster={poster}
      aria-label={title}
      controls
      autoPlay
      muted
      playsInline
      preload="none"
      w="full"
      h="full"
      bg="black"
    />
  );
}

interface ShopVideoProps {
  /** A path of this panel, or an address elsewhere. */
  url: string;
  /** Its number among the videos, from 1. */
  number: number;
}

function ShopVideo({ url, number }: ShopVideoProps) {
  const t = useStore(homeMoreTexts);
  const [plays, setPlays] = useState(false);
  const place = placeOf(url);
  const label = t.play({ number });
  if (place.kind === 'link') {
    return (
      <Frame asChild>
        <a href={place.href} target="_blank" rel="noopener noreferrer" aria-label={label}>
          <Poster number={number} />
        </a>
      </Frame>
    );
  }
  if (!plays) {
    return (
      <Frame aria-label={label} onClick={() => setPlays(true)}>
        <Poster number={number} />
      </Frame>
    );
  }
  return (
    <Player>
      {place.kind === 'file' ? (
        <VideoFile src={place.src} title={label} />
      ) : (
        <iframe
          src={place.src}
          title={label}
          // oxlint-disable-next-line react/iframe-missing-sandbox -- The video is of another origin, so it can't take its sandbox away.
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
          allow="autoplay; encrypted-media; fullscreen"
          allowFullScreen
        />
      )}
    </Player>
  );
}

function Player({ children }: { children: ReactNode }) {
  return (
    <AspectRatio ratio={16 / 9} borderRadius="box" overflow="clip">
      {children}
    </AspectRatio>
  );
}

function Poster({ number }: Pick<ShopVideoProps, 'number'>) {
  const Drawing = posters[(number - 1) % posters.length];
  return (
    <>
      {Drawing && <Drawing />}
      <PlaySign />
    </>
  );
}

function PlaySign() {
  return (
    <Flex position="absolute" inset="0" align="center" justify="center" aria-hidden>
      <Box p="4" borderRadius="full" bg="black" color="white" borderWidth="2px" borderColor="white">
        <LuPlay size={24} fill="currentColor" />
      </Box>
    </Flex>
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
