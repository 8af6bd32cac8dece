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
