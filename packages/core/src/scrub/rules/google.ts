import type { ScrubRule } from '../scrub-rule.ts'

/** Google Cloud, Firebase and Google sign-in. */
export const googleRules: readonly ScrubRule[] = [
  {
    kind: 'token',
    id: 'google-api-key',
    keywords: ['aiza'],
    pattern: 'AIza[\\w-]{35}(?![\\w-])',
    boundary: 'alphanumeric',
    entropy: 3.5,
  },
  {
    kind: 'token',
    id: 'google-oauth-secret',
    keywords: ['gocspx-'],
    pattern: 'GOCSPX-[\\w-]{24,32}',
    boundary: 'alphanumeric',
    entropy: 3,
  },
  {
    kind: 'token',
    id: 'google-access-token',
    keywords: ['ya29.'],
    pattern: 'ya29\\.[\\w-]{30,400}',
    reach: 420,
    entropy: 3,
  },
  { kind: 'token', id: 'google-refresh-token', keywords: ['1//0'], pattern: '1//0[\\w-]{40,150}', entropy: 3.5 },
  {
    kind: 'token',
    id: 'google-client-id',
    keywords: ['.apps.googleusercontent.com'],
    lead: '(?<!\\w)\\d{8,24}-[a-z0-9]{32}',
    pattern: '\\.apps\\.googleusercontent\\.com',
  },
  {
    kind: 'token',
    id: 'firebase-messaging-key',
    keywords: [':apa91b'],
    lead: '(?<![\\w-])[\\w-]{11,22}',
    pattern: ':APA91b[\\w-]{100,180}',
  },
]
