import { otherPlatforms, type Platform } from './other-platforms.ts';

/** All platforms, by the slug of their category; those at the beginning in depth. See {@link Platform}. */
export const platforms: Record<string, Platform> = {
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
post groups/* ?view,id =$2
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
profile profile/<d>
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
        `> accounts/login ?next
comment (?:*/)?(?:p|reel|reels|tv)/*/c/<d>
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
video (?:watch|embed|v|e|vi|video|live)/([\\w-]{11})
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
        'video watch ?v\nshort shorts/([\\w-]{11})\nvideo live/([\\w-]{11})\ncomment ([\\w-]{11}) ?lc =$2\nvideo ([\\w-]{11})\nchannel @<n>',
      ],
    ],
  },
  tiktok: {
    name: 'TikTok',
    sites: [
      [
        'tiktok.com tiktokv.com',
        `> login ?redirect_url
comment @[^/]*/(?:video|photo)/* ?share_comment_id
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
  ...otherPlatforms,
};

/** What stands in the place of a name, and is a page of the platform itself. */
export const RESERVED =
  /^(?:about|account|business|downloads?|events|explore|feed|groups|hashtag|help|home|jobs|live|login|messages|notifications|photos?|popular|posts?|privacy|reels?|saved|search|settings|share|signin|signup|stories|terms|videos?|watch)$/i;
