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

/** By the slug of the platform's category. */
export const platforms: Record<string, { name: string; sites: Site[] }> = {
  facebook: {
    name: 'Facebook',
    sites: [
      [
        'facebook.com fb.com facebook.me',
        `> (?:flx/warn|l\\.php)$ ?u
> login(?:\\.php)?$ ?next
comment ** ?reply_comment_id
comment ** ?comment_id
post (?:story|permalink)\\.php ?story_fbid
post photos?(?:\\.php)?(?:/viewer)? ?fbid
post groups/* ?multi_permalinks
video (?:watch|video\\.php|watch/live) ?v
reel reels?/<i>
reel */reels?/<d>
video share/v/<i> =share/$1
reel share/r/<i> =share/$1
post share/p/<i> =share/$1
group share/g/<i> =share/$1
story share/s/<i> =share/$1
unknown share/<i> =share/$1
post groups/*/(?:posts|permalink)/<i>
profile groups/*/user/<d>
post groups/*/<d>
group groups/<n>
event events/s/*/<d>
event events/*/*/<d>
event events/<d>
story stories/*/<i>
profile people/*/<d>
page pages/category/*/[^/]*?-?<d>$
page pages/category/[^/]*?-<d>$
page pages/*/<d>
page p/[^/]*?-<d>$
page pg/<p>
profile profile\\.php ?id
video */videos/*/<d>
video */videos/<d>
post */posts/*/<d>
post */posts/<i>
post */photos/*/<d>
post */photos/<d>
post [^/]+/permalink/<d>
playlist media/set ?set
unknown \\w+\\.php
unknown (?:watch|pages|people|marketplace|gaming|policies|friends|ads|sharer|dialog|bookmarks|public|directory|me)$
profile <p>/(?:about|photos|photos_by|photos_of|videos|reels|reels_tab|posts|followers|following|friends|mentions|reviews|community|events|live|shop|services)$
profile <p>$`,
      ],
      ['m.me messenger.com', 'profile t/<p>\nprofile <p>$'],
      ['l.facebook.com lm.facebook.com', '> l\\.php ?u\n> - ?u'],
      ['fb.watch', 'video <i> =fb.watch/$1'],
      ['fb.me', 'event e/<i> =fb.me/e/$1\nunknown <i> =fb.me/$1'],
    ],
  },
  instagram: {
    name: 'Instagram',
    sites: [
      [
        'instagram.com instagr.am',
        `comment (?:*/)?(?:p|reel|reels|tv)/*/c/<d>
track reels/audio/<d>
reel share/reel/<i> =share/$1
post share/p/<i> =share/$1
unknown share/<i> =share/$1
post p/<i>
reel reels?/<i>
video tv/<i>
post <n>/p/<i> =$2
reel <n>/reels?/<i> =$2
video <n>/tv/<i> =$2
story stories/highlights/<d>
story stories/*/<d>
story stories/<n>
story s/* ?story_media_id
story s/<i>
channel channel/<i>
place explore/locations/<d>
profile _[un]/<n>
live <n>/live$
unknown (?:accounts|direct|legal|p|s|web|tv|challenge)$
profile <n>/(?:reels|tagged|saved|channel|feed|followers|following|guides)$
profile <n>$`,
      ],
      ['l.instagram.com', '> - ?u'],
      ['ig.me', 'profile m/<n>\ninvite j/<i>\nunknown <i> =ig.me/$1'],
    ],
  },
  youtube: {
    name: 'YouTube',
    sites: [
      [
        'youtube.com youtube-nocookie.com',
        `> redirect ?q
> attribution_link ?u
comment ** ?lc
video watch ?v
video - ?v
playlist (?:watch|playlist|embed/videoseries|show) ?list
short shorts/([\\w-]{11})
live live/([\\w-]{11})
video (?:watch|embed|v|e|vi|video)/([\\w-]{11})
video clip/<i> =clip/$1
post post/<i>
post (?:@*|channel/*|c/*|user/*)/(?:community|posts) ?lb
playlist playlist/<i>
live @<n>/(?:live|streams/live)$
channel @<n>
channel channel/<i>
channel (?:c|user)/<n> =c/$1
unknown (?:results|premium|shorts|embed|playlist|redirect|attribution_link)$
channel <n>$ =c/$1`,
      ],
      [
        'youtu.be y2u.be',
        'video watch ?v\nshort shorts/([\\w-]{11})\nlive live/([\\w-]{11})\ncomment ([\\w-]{11}) ?lc =$2\nvideo ([\\w-]{11})\nchannel @<n>',
      ],
    ],
  },
  tiktok: {
    name: 'TikTok',
    sites: [
      [
        'tiktok.com tiktokv.com',
        `comment @[^/]*/(?:video|photo)/* ?share_comment_id
video @[^/]*/video/<d>
post @[^/]*/photo/<d>
video (?:embed(?:/v2)?|player/v1|share/video|video|i18n/share/video|v)/<d>(?:\\.html)?
live @<n>/live
live share/live/<d>
playlist @*/(?:playlist|collection)/[^/]*?<d>$
track music/[^/]*?<d>$
profile share/user/<d>
unknown t/<i> =t/$1
profile @<n>$
profile @<n>/(?:reposts|liked|favorites|likes|story)$`,
      ],
      ['vm.tiktok.com', 'unknown <i> =vm.tiktok.com/$1'],
      ['vt.tiktok.com', 'unknown <i> =vt.tiktok.com/$1'],
    ],
  },
  telegram: {
    name: 'Telegram',
    sites: [
      [
        't.me telegram.me telegram.dog .t.me',
        `profile \\+(\\d{7,15})$ =+$1
invite (?:\\+|joinchat/)<i>
invite addlist/<i>
comment s/<n>/<d> ?comment
comment c/<d>/(?:\\d+/)*<d> ?comment =c/$1/$2/$3
comment <n>/(?:\\d+/)*<d> ?comment
post c/<d>/(?:\\d+/)*<d> =c/$1/$2
channel c/<d> =c/$1
post s/<n>/(?:\\d+/)*<d>
channel s/<n>
channel boost/<n>
channel boost ?c =c/$1
profile contact/<i>
story <n>/s/<d>
unknown (?:add\\w+|proxy|socks|setlanguage|iv|bg|invoice|giftcode|nft|boost|joinchat)
post <n>/(?:\\d+/)*<d>
app <n>/<n>
app <n> ?startapp
app <n> ?start
channel <n>$`,
      ],
      ['web.telegram.org', 'channel [akz]#@<n>\nunknown [akz]'],
    ],
  },
  twitter: {
    name: 'X',
    sites: [
      [
        'x.com twitter.com',
        `post (?:i/web|i|[^/]+)/status(?:es)?/<d>
post intent/(?:like|favorite|retweet|repost) ?tweet_id
profile intent/(?:follow|user) ?screen_name
live i/(?:spaces|broadcasts)/<i>
group i/communities/<d>
event i/events/<d>
profile i/user/<d> =i/$1
unknown (?:i|compose|intent|tos)
profile <n>/(?:media|with_replies|likes|followers|following|verified_followers|highlights|articles|photo|header_photo|replies)
profile <n>$`,
      ],
      ['t.co', 'unknown <i> =t.co/$1'],
    ],
  },
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
post posts/[^/]*?-(?:activity|ugcPost|share)-<d>(?:-\\w+)?
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
profile (?:add/|@|t/)<n>
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
channel (?:popout/)?<n>`,
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
place maps/place/<n>
place maps/contrib/<d>
place (?:local/writereview|maps/reviews) ?placeid
place search ?ludocid
unknown maps`,
      ],
      ['maps.google.com', 'place ** ?cid\nplace maps/place/<n>\nplace ** ?q'],
      ['maps.app.goo.gl', 'place <i> =maps.app.goo.gl/$1'],
      ['goo.gl', 'place maps/<i> =goo.gl/maps/$1'],
      ['g.page', 'place (?:r/)?<n> =g.page/$1'],
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

/** What stands in the place of a name, and is a page of the platform itself. */
export const RESERVED =
  /^(?:about|account|business|downloads?|events|explore|feed|groups|hashtag|help|home|jobs|live|login|messages|notifications|photos?|popular|posts?|privacy|reels?|saved|search|settings|share|signin|signup|stories|terms|videos?|watch)$/i;

/** Exact forms of the apps' own schemes, and the https addresses that they mean. */
export const schemes: [form: RegExp, address: string][] = [
  [/^tg:(?:\/\/)?resolve\?domain=([\w-]+)&(?:post|story)=(\d+)&(comment|thread)=(\d+)$/i, 't.me/$1/$2?$3=$4'],
  [/^tg:(?:\/\/)?resolve\?domain=([\w-]+)&post=(\d+)(?:&single)?$/i, 't.me/$1/$2'],
  [/^tg:(?:\/\/)?resolve\?domain=([\w-]+)&(start|startapp|startgroup)=([\w-]+)$/i, 't.me/$1?$2=$3'],
  [/^tg:(?:\/\/)?resolve\?domain=([\w-]+)$/i, 't.me/$1'],
  [/^tg:(?:\/\/)?resolve\?phone=\+?(\d{7,15})$/i, 't.me/+$1'],
  [/^tg:(?:\/\/)?join\?invite=([\w-]+)$/i, 't.me/+$1'],
  [/^tg:(?:\/\/)?privatepost\?channel=(\d+)&post=(\d+)$/i, 't.me/c/$1/$2'],
  [/^tg:(?:\/\/)?addlist\?slug=([\w-]+)$/i, 't.me/addlist/$1'],
  [/^tg:(?:\/\/)?boost\?domain=([\w-]+)$/i, 't.me/boost/$1'],
  [/^spotify:(?:\/\/)?user:[\w.-]+:playlist:(\w+)$/i, 'open.spotify.com/playlist/$1'],
  [
    /^spotify:(?:\/\/)?(track|album|artist|playlist|show|episode|user)[:/]([\w.-]+)(?:\?si=\w+)?$/i,
    'open.spotify.com/$1/$2',
  ],
  [/^(?:vnd\.)?youtube:(?:\/\/)?((?:www\.|m\.)?youtube\.com\/\S+)$/i, '$1'],
  [/^(?:vnd\.)?youtube:(?:\/\/)?(?:watch\?v=|watch\/)?([\w-]{11})$/i, 'www.youtube.com/watch?v=$1'],
  [/^(?:vnd\.)?youtube:\/\/(channel|user)\/([\w-]+)$/i, 'www.youtube.com/$1/$2'],
  [/^instagram:\/\/user\?username=([\w.]+)$/i, 'www.instagram.com/$1'],
  [/^fb:\/\/(?:profile|page|pages)\/(\d+)$/i, 'www.facebook.com/$1'],
  [/^fb:\/\/(?:page|profile)\/?\?id=(\d+)$/i, 'www.facebook.com/$1'],
  [/^fb:\/\/group\/(?:\?id=)?(\d+)$/i, 'www.facebook.com/groups/$1'],
  [/^fb:\/\/event\/(?:\?id=)?(\d+)$/i, 'www.facebook.com/events/$1'],
  [/^fb:\/\/facewebmodal\/f\?href=https?:\/\/(\S+)$/i, '$1'],
  [/^twitter:\/\/user\?screen_name=(\w+)$/i, 'x.com/$1'],
  [/^twitter:\/\/status\?id=(\d+)$/i, 'x.com/i/status/$1'],
  [/^whatsapp:\/\/send\/?\?phone=\+?(\d{7,15})$/i, 'wa.me/$1'],
  [/^whatsapp:\/\/chat\/?\?code=(\w+)$/i, 'chat.whatsapp.com/$1'],
  [/^snapchat:\/\/add\/([\w.-]+)$/i, 'www.snapchat.com/add/$1'],
  [/^intent:\/\/([^\s#]+)#Intent;(?:[^\s;]+;)*scheme=https?;(?:[^\s;]+;)*end;?$/i, '$1'],
];

/** Addresses that an app adds to the one that is shared. */
export const PROMOTED = /^https?:\/\/(?:www\.)?(?:tiktok\.com\/tiktoklite|telegram\.org\/dl)\b/i;
