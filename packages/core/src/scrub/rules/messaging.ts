import type { ScrubRule } from '../scrub-rule.ts'

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

const hexadecimalDigits = [...'0123456789abcdef']
const hexadecimalPairs = hexadecimalDigits.flatMap((first) => hexadecimalDigits.map((second) => first + second))

/** The beginnings of the base64 of a decimal number: a Discord bot token begins with its user's number in base64. */
const encodedNumberPrefixes = ['md', 'mt', 'mj', 'mz', 'nd', 'nt', 'nj', 'nz', 'od', 'ot'].flatMap((first) =>
  [...'aeimquycgk'].flatMap((second) => [...'wxyz012345'].map((third) => first + second + third)),
)

/** Chat, telephony and mail. */
export const messagingRules: readonly ScrubRule[] = [
  {
    kind: 'token',
    id: 'slack-bot-token',
    keywords: ['xoxb-'],
    pattern: 'xoxb-\\d{8,14}-(?:\\d{10,13})?[A-Za-z0-9-]{18,60}',
    entropy: 3,
  },
  {
    kind: 'token',
    id: 'slack-user-token',
    keywords: ['xoxp-', 'xoxe-'],
    pattern: 'xox[pe](?:-\\d{9,13}){3}-[A-Za-z0-9-]{24,40}',
    entropy: 2.5,
  },
  {
    kind: 'token',
    id: 'slack-app-token',
    keywords: ['xapp-'],
    pattern: 'xapp-\\d-[A-Z0-9]{6,20}-\\d{6,20}(?:-[a-z0-9]{20,100})?',
    ignoreCase: true,
    entropy: 3,
  },
  {
    kind: 'token',
    id: 'slack-configuration-token',
    keywords: ['xoxe.xox', 'xoxe-', 'xoxp-', 'xoxb-'],
    pattern: 'xox(?:e\\.xox[bp]|e|p|b)-\\d-[A-Za-z0-9]{120,260}',
    ignoreCase: true,
  },
  {
    kind: 'token',
    id: 'slack-legacy-token',
    keywords: ['xoxo-', 'xoxs-'],
    pattern: 'xox[os]-\\d{1,16}-\\d{1,16}-\\d{1,16}-[a-fA-F\\d]{6,64}',
  },
  {
    kind: 'token',
    id: 'slack-workspace-token',
    keywords: ['xoxa-', 'xoxr-'],
    pattern: 'xox[ar]-(?:\\d-)?[A-Za-z0-9]{8,48}(?:-[A-Za-z0-9]{8,48}){0,3}',
  },
  {
    kind: 'token',
    id: 'slack-session-token',
    keywords: ['xoxc-', 'xoxd-'],
    pattern: 'xox[cd]-[\\w%-]{40,300}',
    entropy: 3,
  },
  {
    kind: 'token',
    id: 'slack-webhook',
    keywords: ['hooks.slack.com/'],
    pattern: 'hooks\\.slack\\.com/(?<secret>(?:services|workflows|triggers)/[A-Za-z0-9+/]{43,80})',
    boundary: 'none',
  },
  {
    kind: 'token',
    id: 'teams-webhook',
    keywords: ['.webhook.office.com/', '/incomingwebhook/'],
    pattern:
      '(?:\\.webhook\\.office\\.com/webhookb2/(?<secret>[\\w@-]{40,120}/IncomingWebhook/[a-z0-9]{32}/[\\w-]{20,60})|/IncomingWebhook/[a-z0-9]{32}/[\\w-]{20,60})',
    ignoreCase: true,
    boundary: 'none',
  },
  {
    kind: 'token',
    id: 'discord-webhook',
    keywords: ['/api/webhooks/'],
    pattern: '/api/webhooks/(?<secret>\\d{17,20}/[\\w-]{60,80})',
    boundary: 'none',
  },
  {
    kind: 'token',
    id: 'discord-bot-token',
    keywords: encodedNumberPrefixes,
    pattern: '[MNO][A-Za-z0-9]{21,27}\\.[\\w-]{6}\\.[\\w-]{27,40}',
    entropy: 3.5,
  },
  {
    kind: 'named',
    id: 'discord-secret',
    keywords: ['discord'],
    value: '(?:[a-f0-9]{64}|[0-9]{17,19}|[a-z0-9=_-]{32})',
  },
  { kind: 'named', id: 'telegram-token', keywords: ['telegr'], value: '[0-9]{5,16}:A[a-z0-9_-]{34}' },
  {
    kind: 'token',
    id: 'telegram-bot-token',
    keywords: [':aa'],
    lead: '(?<![A-Za-z0-9])\\d{8,10}',
    pattern: ':AA[A-Za-z0-9_-]{33}(?![\\w-])',
    entropy: 3.5,
  },
  { kind: 'named', id: 'mattermost-token', keywords: ['mattermost'], value: '[a-z0-9]{26}', entropy: 3 },
  {
    kind: 'token',
    id: 'twilio-key',
    keywords: ['sk', 'ac'].flatMap((prefix) => hexadecimalPairs.map((pair) => prefix + pair)),
    pattern: '(?:SK|AC)[0-9a-fA-F]{32}(?!\\w)',
    boundary: 'base64',
    entropy: 3,
  },
  {
    kind: 'named',
    id: 'messagebird-key',
    keywords: ['messagebird', 'message-bird', 'message_bird'],
    value: `(?:[a-z0-9]{25}|${uuid})`,
  },
  { kind: 'named', id: 'sendbird-key', keywords: ['sendbird'], value: `(?:[a-f0-9]{40}|${uuid})` },
  { kind: 'named', id: 'intercom-key', keywords: ['intercom'], value: '[a-z0-9=_-]{60}' },
  {
    kind: 'token',
    id: 'sendgrid-key',
    keywords: ['sg.'],
    pattern: 'SG\\.(?:[\\w=-]{20,24}\\.[\\w=-]{39,50}|[A-Za-z0-9=_.-]{66}(?!\\w)|[a-z0-9]{16,24}\\.[a-z0-9]{16,50})',
    ignoreCase: false,
    entropy: 2.2,
  },
  {
    kind: 'named',
    id: 'mailgun-key',
    keywords: ['mailgun'],
    value: '(?:(?:pub)?key-[a-f0-9]{32}|[a-h0-9]{32}-[a-h0-9]{8}-[a-h0-9]{8})',
  },
  { kind: 'token', id: 'mailgun-private-key', keywords: ['key-'], pattern: 'key-[a-f0-9]{32}(?!\\w)', entropy: 3 },
  {
    kind: 'token',
    id: 'mailchimp-key',
    keywords: ['-us'],
    lead: '(?<![A-Za-z0-9-])[a-f0-9]{32}',
    pattern: '-us\\d{1,2}(?!\\w)',
    entropy: 3,
  },
  {
    kind: 'token',
    id: 'sendinblue-key',
    keywords: ['xkeysib-', 'xsmtpsib-'],
    pattern: 'x(?:key|smtp)sib-[a-f0-9]{64}-[A-Za-z0-9]{16}',
  },
  { kind: 'named', id: 'beamer-key', keywords: ['beamer'], value: 'b_[a-z0-9=_-]{44}' },
  {
    kind: 'token',
    id: 'linear-key',
    keywords: ['lin_api_', 'lin_oauth_'],
    pattern: 'lin_(?:api|oauth)_[A-Za-z0-9]{40,64}',
    rejectSequences: true,
  },
  { kind: 'named', id: 'linear-secret', keywords: ['linear'], value: '[a-f0-9]{32}', entropy: 3 },
  { kind: 'named', id: 'zendesk-key', keywords: ['zendesk'], value: '[a-z0-9]{40}', entropy: 3 },
]
