import { proposeBengaliName } from './bengali.ts';
import type { Row } from './first-of.ts';

const kind = (slug: string, name: string, words: RegExp, nameBn = proposeBengaliName(name) ?? name): Row => ({
  slug,
  name,
  nameBn,
  words,
});

/**
 * The kinds of services, by what one unit of them is. Of two at one place in a name the earlier row counts, so what is more specific
 * stands first. No pattern has a group that captures.
 */
export const marketKinds: readonly Row[] = [
  kind(
    'comment-likes',
    'Comment Likes',
    /\bcomments? (?:likes?|upvotes?|hearts?)\b|\b(?:likes?|upvotes?) (?:for|on|to) (?:a )?comments?\b/i,
  ),
  kind(
    'story-views',
    'Story Views',
    /\bstor(?:y|ies)(?: all)?(?: views?| viewers?)?\b(?! (?:likes?|shares?|polls?|votes?|reactions?|mentions?|impressions?|repl(?:y|ies))\b)|\bviews? (?:for|on) stor(?:y|ies)\b/i,
  ),
  kind('page-likes', 'Page Likes', /\b(?:fan ?)?page (?:likes?|fans?)\b/i),
  kind('polls', 'Poll Votes', /\bpolls?(?: votes?)?\b/i),
  kind('watch-time', 'Watch Time', /\bwatch ?(?:time|hours?|hrs?|minutes?)\b|\bwatched hours?\b/i),
  kind(
    'live',
    'Live Viewers',
    /\blive ?stream(?:ing|s)?(?: views?| viewers?)?\b|\blive (?:[a-z]+ )?(?:views?|viewers?|watching|audience)\b|\bconcurrent viewers?\b|\bviewers?\b|\bpremiere\b/i,
    'লাইভ ভিউয়ার',
  ),
  kind('profile-visits', 'Profile Visits', /\bprofile (?:visits?|views?|clicks?)\b/i),
  kind('subscribers', 'Subscribers', /\b(?:subscribers?|subscriptions?|subs)\b/i),
  kind('connections', 'Connections', /\bconnections?\b/i),
  kind('friends', 'Friend Requests', /\bfriends?(?: requests?)?\b/i),
  kind('followers', 'Followers', /\b(?:page )?(?:followers?|follower's|follows?|folowers?|follwers?|fans)\b/i),
  kind('members', 'Members', /\b(?:group |channel |server )?(?:members?|joins?)\b/i),
  kind('retweets', 'Retweets', /\bretweets?\b/i),
  kind('reposts', 'Reposts', /\b(?:reposts?|reblogs?|quotes?)\b/i),
  kind(
    'reactions',
    'Reactions',
    /\b(?:reactions?|reacts?|emoticons?|emojis?)\b|\b(?:love|haha|wow|angry|care|sad) ?(?:reactions?|reacts?|\/)/i,
  ),
  kind('favorites', 'Favorites', /\bfavou?rites?\b/i),
  kind('bookmarks', 'Bookmarks', /\bbookmarks?\b/i),
  kind('dislikes', 'Dislikes', /\bdislikes?\b/i, 'ডিসলাইক'),
  kind('likes', 'Likes', /\b(?:likes?|hearts?|claps?)\b/i),
  kind('shares', 'Shares', /\bshares?\b/i),
  kind('listeners', 'Listeners', /\blisteners?\b/i),
  kind('plays', 'Plays', /(?<!\bgoogle )\bplays?\b(?! ?store)/i),
  kind('streams', 'Streams', /\bstreams?\b/i),
  kind('downloads', 'Downloads', /\bdownloads?\b/i),
  kind('installs', 'Installs', /\binstall(?:s|ations?)?\b/i),
  kind('reviews', 'Reviews', /\breviews?\b/i),
  kind('ratings', 'Ratings', /\b(?:ratings?|[1-5] stars?|starmeter)\b/i),
  kind('endorsements', 'Endorsements', /\bendorse(?:ments?|rs?)?\b/i),
  kind('recommendations', 'Recommendations', /\brecommendations?\b/i),
  kind('mentions', 'Mentions', /\bmentions?\b/i),
  kind('comments', 'Comments', /\b(?:comments?|repl(?:y|ies))\b/i),
  kind('impressions', 'Impressions', /\bimpressions?\b/i),
  kind('reach', 'Reach', /\breach\b/i),
  kind('votes', 'Votes', /\b(?:up|down)?votes?\b/i),
  kind('pins', 'Pins', /\b(?:re)?pins?\b/i),
  kind('saves', 'Saves', /\bsaves?\b/i),
  kind('traffic', 'Traffic', /\btraffic\b/i),
  kind('visitors', 'Visitors', /\b(?:visitors?|visits?)\b/i),
  kind('boosts', 'Boosts', /\bboosts?\b/i),
  kind('stars', 'Stars', /\bstars\b/i),
  kind('event-responses', 'Event Responses', /\bevent (?:interested|going|responses?|attend\w{0,8})\b/i, 'ইভেন্টে সাড়া'),
  kind('views', 'Views', /\bviews?\b/i),
];

/** What a name may also say beside its kind: they count only where it has no other. */
export const weakKinds: readonly Row[] = [
  kind('seo', 'SEO', /\bseo\b|\bback ?links?\b|\branking\b|\bdomain authority\b/i),
  kind('live', 'Live Viewers', /\blive\b/i, 'লাইভ ভিউয়ার'),
  kind('messages', 'Messages', /\b(?:mass )?(?:dms?|messages?|messaging)\b/i),
  kind('clicks', 'Clicks', /\bclicks?\b/i),
  kind('engagement', 'Engagement', /\b(?:engagements?|interactions?)\b/i),
  kind('promotion', 'Promotion', /\bpromot(?:ion|ions|e)\b|\bads\b|\bcampaign\b/i),
  kind('accounts', 'Accounts', /\baccounts?\b/i),
  kind('posts', 'Posts', /\b(?:posts?|tweets?|articles?)\b/i),
];
