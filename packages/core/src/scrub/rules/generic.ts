import type { ScrubRule } from '../scrub-rule.ts'

/** Values judged by the names they are assigned to. */
export const genericRules: readonly ScrubRule[] = [
  {
    kind: 'generic',
    id: 'password',
    keywords: ['password', 'passwd', 'passphrase', 'passcode', 'userpwd'],
    trust: 'password',
  },
  { kind: 'generic', id: 'password-short-name', keywords: ['pwd', 'pass', 'pw'], trust: 'password', standalone: true },
  {
    kind: 'generic',
    id: 'secret-value',
    keywords: [
      'secret',
      'token',
      'credential',
      'apikey',
      'api_key',
      'api-key',
      'accesskey',
      'access_key',
      'privatekey',
      'private_key',
      'authorization',
      'bearer',
    ],
    trust: 'secret',
  },
  {
    kind: 'generic',
    id: 'secret-hint',
    keywords: ['key', 'auth', 'creds', 'authentication', 'pkey'],
    trust: 'hint',
    standalone: true,
  },
  {
    kind: 'generic',
    id: 'environment-secret',
    keywords: ['key', 'secret', 'token', 'credential', 'dsn', 'password', 'passwd'],
    trust: 'environment',
  },
]
