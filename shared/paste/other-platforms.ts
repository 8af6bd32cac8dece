/**
 * The addresses of platforms. A line is `kind path ?query =key`.
 *
 * - `path` is a pattern: `<n>` a name in any case, `<p>` one in which dots don't count either, `<i>` an id, `<d>` digits, `*` any part.
 *   More parts may follow, unless it ends with `$`. `-` is the front page and `**` any page.
 * - `?query` names parameters that must be there. Each counts; all others don't.
 * - `=key` is the key where it is not the parts that were read, in order.
 * - The kind `>` is a page that leads to the address in its parameter.
 *
 * The first line that fits counts. A host that begins with a dot is a domain whose subdomains are names.
 */
type Site = [hosts: string, lines: string];

export interface Platform {
  name: string;
  sites: Site[];
}

/** Places of one name are many: the id counts, else the name and its position. */
const mapPlaces = `place maps/place/(?:*/)*[^/]*?!1s(0x[\\da-f]+:0x[\\da-f]+)
place maps/place/<n>/@(-?[\\d.]+,-?[\\d.]+)
place maps/place/<n>`;

/** Platforms that are read by their hosts and plain shapes. */
export const otherPlatforms: Record<string, Platform> = {
  threads: {
    name: 'Threads',
    sites: [['threads.net threads.com', 'post (?:@*/post|t)/<i>\nprofile @<n>']],
  },
  linkedin: {
    name: 'LinkedIn',
    sites: [
      [
        'linkedin.com',
        `post feed/update/urn:li:\\w+:<d>
post posts/[^/]*?(?:activity|ugcPost|share)-<d>(?:-\\w+)?
post pulse/<i>
profile (?:in|pub)/<n>
page (?:company|school|showcase|organization)/<n>
group groups/<d>
event events/[^/]*?<d>
post (?:video/live|events/live)/urn:li:\\w+:<d>`,
      ],
      ['lnkd.in', 'unknown (?:p/)?<i> =lnkd.in/$1'],
    ],
  },
  whatsapp: {
    name: 'WhatsApp',
    sites: [
      ['whatsapp.com api.whatsapp.com', 'post channel/<i>/<d>\nchannel channel/<i>\nprofile send ?phone'],
      ['chat.whatsapp.com', 'invite (?:invite/)?<i>'],
      ['wa.me', 'channel channel/<i>\nprofile \\+?<d>\nprofile message/<i> =message/$1\nunknown c/<i> =c/$1'],
    ],
  },
  snapchat: {
    name: 'Snapchat',
    sites: [
      [
        'snapchat.com',
        `short (?:@*/)?spotlight/<i>
story (?:p|story)/<i>
unknown t/<i> =t/$1
profile (?:add/|@)<n>
place (?:place|map)/<i>`,
      ],
      ['story.snapchat.com', 'story [@ps]/?<n>'],
      ['t.snapchat.com', 'unknown <i> =t.snapchat.com/$1'],
    ],
  },
  pinterest: {
    name: 'Pinterest',
    sites: [
      [
        'pinterest.com',
        `post pin/(?:[^/]*?--)?<d>
unknown (?:ideas|pin|today)
profile <n>/(?:_created|_saved|_pins|pins|boards)
profile <n>$
playlist <n>/<n>$`,
      ],
      ['pin.it', 'unknown <i> =pin.it/$1'],
    ],
  },
  twitch: {
    name: 'Twitch',
    sites: [
      [
        'twitch.tv',
        `video videos/<d>
video */(?:v|video)/<d>
video */clip/<i>
unknown (?:directory|p|team|drops)
channel <n>`,
      ],
      ['clips.twitch.tv', 'video <i>'],
    ],
  },
  kick: {
    name: 'Kick',
    sites: [
      [
        'kick.com',
        `video */clips/<i>
video ** ?clip
video (?:*/)?videos?/<i>
unknown (?:browse|categor\\w+)
channel <n>`,
      ],
    ],
  },
  discord: {
    name: 'Discord',
    sites: [
      ['discord.gg discord.me', 'invite (?:invite/)?<i>'],
      [
        'discord.com discordapp.com',
        'invite invite/<i>\npost channels/*/*/<d>\nchannel channels/*/<d>\ngroup channels/<d>\nprofile users/<d>\nevent events/*/<d>',
      ],
    ],
  },
  spotify: {
    name: 'Spotify',
    sites: [
      [
        'spotify.com',
        `playlist (?:intl-\\w+/)?(?:embed/)?(?:user/*/)?(?:playlist|album)/<i>
track (?:intl-\\w+/)?(?:embed/)?(?:track|episode)/<i>
profile (?:intl-\\w+/)?(?:embed/)?artist/<i>
channel (?:intl-\\w+/)?(?:embed/)?show/<i>
profile (?:intl-\\w+/)?user/<n> =user/$1`,
      ],
      ['spotify.link spotify.app.link', 'unknown <i> =spotify.link/$1'],
    ],
  },
  soundcloud: {
    name: 'SoundCloud',
    sites: [
      [
        'soundcloud.com',
        `unknown (?:discover|stream|you|upload|charts|tags)
playlist <n>/sets/<n>
profile <n>/(?:tracks|albums|sets|reposts|likes|followers|following|popular-tracks|comments)$
track <n>/<n>
profile <n>$`,
      ],
      ['on.soundcloud.com', 'unknown <i> =on.soundcloud.com/$1'],
    ],
  },
  reddit: {
    name: 'Reddit',
    sites: [
      [
        'reddit.com',
        `comment (?:(?:r|u|user)/*/)?comments/\\w+/comment/<i>
comment (?:(?:r|u|user)/*/)?comments/\\w+/*/<i>
post (?:(?:r|u|user)/*/)?(?:comments|gallery)/<i>
unknown (?:r|u|user)/*/s/<i> =s/$1
group r/<n>
profile (?:u|user)/<n>`,
      ],
      ['redd.it', 'post <i>'],
      ['v.redd.it i.redd.it', 'video <i> =v.redd.it/$1'],
    ],
  },
  vk: {
    name: 'VK',
    sites: [
      [
        'vk.com vk.ru vkvideo.ru vkontakte.ru',
        `comment ((?:wall|video|photo|clip)-?\\d+_\\d+) ?reply
post ** ?w
video ** ?z
post ((?:wall|photo)-?\\d+_\\d+)
video ((?:video|clip)-?\\d+_\\d+)
playlist (?:music/playlist|playlist|album|audio_playlist)/?(-?\\d+_\\d+)
invite join/<i>
profile id<d>$ =id$1
group (?:club|public|event)<d>$ =club$1
unknown (?:im|clips|music|audio|apps)$
profile <n>$`,
      ],
    ],
  },
  'google-maps': {
    name: 'Google Maps',
    sites: [
      [
        'google.com search.google.com',
        `> url$ ?q
> url$ ?url
place maps ?cid
place maps(?:/place)?/? ?q
${mapPlaces}
place maps/contrib/<d>
place (?:local/writereview|maps/reviews) ?placeid
place search ?ludocid
unknown maps`,
      ],
      ['maps.google.com', `place ** ?cid\n${mapPlaces}\nplace ** ?q`],
      ['maps.app.goo.gl', 'place <i> =maps.app.goo.gl/$1'],
      ['goo.gl', 'place maps/<i> =goo.gl/maps/$1'],
      ['g.page', 'place r/<i> =g.page/r/$1\nplace <n> =g.page/$1'],
    ],
  },
  app: {
    name: 'App',
    sites: [
      ['play.google.com', 'app store/apps/(?:details|testing) ?id\napp apps/details ?id'],
      ['apps.apple.com itunes.apple.com', 'app (?:*/)*id<d>'],
    ],
  },
};
