import type { ScrubRule } from '../scrub-rule.ts'

/** Private keys and manifests that carry secrets. */
const privateKeyRules: readonly ScrubRule[] = [
  { kind: 'block', id: 'private-key', keywords: ['-----begin '], block: 'pem' },
  {
    kind: 'token',
    id: 'private-key-encoded',
    keywords: ['ls0tls1crudjti'],
    pattern:
      'LS0tLS1CRUdJTi(?:BSU0EgUFJJVk|BQUklWQVRF|BFQyBQUklW|BPUEVOU1NI|BFTkNSWVBU|BQR1AgUFJJVk|BEU0EgUFJJVk)[A-Za-z0-9+/=\\r\\n]{40,8000}',
    boundary: 'alphanumeric',
    reach: 8_100,
  },
  {
    kind: 'block',
    id: 'kubernetes-secret',
    keywords: ['kind: secret', 'kind: "secret', "kind: 'secret", '\ndata:', '\nstringdata:'],
    block: 'kubernetes',
  },
]

/** Passwords inside connection strings, URLs, command lines, statements and headers. */
const connectionStringRules: readonly ScrubRule[] = [
  {
    kind: 'token',
    id: 'database-password',
    keywords: [
      'postgres',
      'mysql',
      'mariadb',
      'mongodb',
      'redis',
      'amqp',
      'mssql',
      'clickhouse',
      'cockroachdb',
      'nats',
      'mqtt',
      'ldap',
    ],
    pattern:
      '(?:postgres(?:ql)?|mysqlx?|mariadb|mongodb|rediss?|amqps?|mssql|sqlserver|clickhouse|cockroachdb|nats|mqtts?|ldaps?)(?:\\+[a-z\\d]{1,16})?://[^\\s:@/"\'`<>]{0,80}:(?<secret>[^\\s"\'`<>@/$({\\[][^\\s"\'`<>@/]{1,150})@[\\w.\\[%-]',
    ignoreCase: true,
    boundary: 'alphanumeric',
    entropy: 1,
    allow: ['password', 'passwd'],
  },
  {
    kind: 'token',
    id: 'url-password',
    keywords: ['://'],
    pattern:
      '://[^\\s:@/"\'`<>\\\\]{0,80}(?:@[\\w.-]{1,60})?:(?<secret>(?=[^\\s@/]{0,150}[\\d!#%^*~+])[^\\s"\'`<>@/\\\\$({\\[][^\\s"\'`<>@/\\\\]{4,150})@[\\w.\\[%-]',
    boundary: 'none',
    entropy: 2,
    allow: ['password', 'passwd', 'pass:', 'localhost'],
  },
  {
    kind: 'token',
    id: 'command-line-user',
    keywords: ['-u ', '--user ', '--user=', '-u='],
    pattern:
      '-(?:u|-user)(?:=|[ \\t]{1,5})["\']?(?:[\\w.@$+-]{0,60}|"[^"\\s]{1,40}"):["\']?(?<secret>(?=[^\\s"\']{0,80}\\d)(?=[^\\s"\']{0,80}[A-Za-z])[^\\s"\'`$<({/\\[][^\\s"\'`]{5,100})',
    ignoreCase: false,
    entropy: 2,
  },
  {
    kind: 'token',
    id: 'curl-user',
    keywords: ['curl '],
    pattern:
      'curl(?:[ \\t]{1,5}(?!-u|--user)[^\\s|;&]{1,200}){0,10}[ \\t]{1,5}(?:-u|--user)(?:=|[ \\t]{0,5})["\']?[\\w.@+-]{0,60}:(?<secret>(?!(?:pass|passwd|password|pw|pwd|token|test|secret|key|user|username)(?:[\\s"\'`]|$))[^\\s"\'`$<({\\[][^\\s"\'`]{3,100})',
    boundary: 'alphanumeric',
    reach: 800,
    entropy: 1,
  },
  {
    kind: 'token',
    id: 'mysql-password',
    keywords: ['mysql', 'mariadb'],
    pattern:
      '(?:mysql|mariadb)[\\w-]{0,20}(?:[ \\t]{1,5}(?!-p)[^\\s|;&]{1,100}){0,10}[ \\t]{1,5}-p["\']?(?<secret>(?!(?:pass|passwd|password|pw|pwd|token|test|secret|key|user|username)(?:[\\s"\'`]|$))[^\\s"\'`$<({\\[][^\\s"\'`]{3,100})',
    boundary: 'alphanumeric',
    reach: 800,
    entropy: 1,
  },
  {
    kind: 'token',
    id: 'sshpass-password',
    keywords: ['sshpass'],
    pattern:
      'sshpass(?:[ \\t]{1,5}-[vP]){0,2}[ \\t]{1,5}-p[ \\t]{0,5}["\']?(?<secret>(?!(?:pass|passwd|password|pw|pwd|token|test|secret|key|user|username)(?:[\\s"\'`]|$))[^\\s"\'`$<({\\[][^\\s"\'`]{3,100})',
    boundary: 'alphanumeric',
    entropy: 1,
  },
  {
    kind: 'token',
    id: 'set-cookie',
    keywords: ['cookie:', 'cookie":', "cookie':"],
    pattern: '(?<=set-)cookie["\']?:\\s{0,4}["\']?[^\\s=;]{1,80}=(?<secret>[^\\s;"\',]{12,2000})',
    ignoreCase: true,
    boundary: 'none',
    reach: 2_200,
    entropy: 2.5,
  },
  {
    kind: 'token',
    id: 'cookie',
    keywords: ['cookie:', 'cookie":', "cookie':"],
    pattern:
      '(?<!set-)cookie["\']?:\\s{0,4}["\']?(?:[^\\s=;"\']{1,80}=[^\\s;"\']{0,11};[ \\t]{0,4}){0,10}[^\\s=;"\']{1,80}=(?<secret>[^\\s;"\']{12,2000}(?:;[ \\t]{0,4}[^\\s;"\']{1,2000}){0,40})',
    ignoreCase: true,
    boundary: 'none',
    reach: 4_000,
    entropy: 2.5,
  },
  {
    kind: 'token',
    id: 'sql-password',
    keywords: ['identified by', 'identified with', "password '", "password='", "password = '"],
    pattern:
      "(?:identified[ \\t]{1,4}(?:with[ \\t]{1,4}[\\w'\"]{1,40}[ \\t]{1,4})?(?:by|as)[ \\t]{1,4}(?:password[ \\t]{1,4})?|password[ \\t]{0,4}=?[ \\t]{0,4}(?='))(?<quote>'?)(?<secret>(?=[^\\s']{0,60}\\d)[^\\s'\";,$<{(\\[%][^\\s'\";]{4,80})",
    ignoreCase: true,
    entropy: 1.8,
  },
  {
    kind: 'token',
    id: 'authorization-header',
    keywords: ['bearer '],
    pattern: 'bearer[ \\t]{1,4}(?<secret>(?=[\\w~+/=.@-]{0,300}\\d)[\\w~+/=.@-]{16,1500})',
    ignoreCase: true,
    boundary: 'alphanumeric',
    reach: 1_600,
    entropy: 3,
  },
  {
    kind: 'token',
    id: 'basic-credentials',
    keywords: ['authorization'],
    pattern: 'authorization["\']?\\s{0,4}[:=]\\s{0,4}["\']?basic[ \\t]{1,4}(?<secret>[A-Za-z0-9+/]{8,400}={0,2})',
    ignoreCase: true,
    boundary: 'alphanumeric',
    reach: 480,
    entropy: 2.75,
  },
  {
    kind: 'token',
    id: 'sidekiq-url',
    keywords: ['gems.contribsys.com', 'enterprise.contribsys.com'],
    lead: '(?<![a-f0-9])[a-f0-9]{8}:[a-f0-9]{8}@',
    pattern: '(?:gems|enterprise)\\.contribsys',
  },
  {
    kind: 'token',
    id: 'virtual-setting',
    keywords: ['virtual_'],
    pattern: 'VIRTUAL_[A-Z0-9_]{1,60}=["\']?(?<secret>[^\\s"\'`$<{(\\[;,&|][^\\s"\'`;]{2,300})',
    entropy: 0,
  },
  {
    kind: 'token',
    id: 'secure-string',
    keywords: ['convertto-securestring'],
    pattern:
      'ConvertTo-SecureString(?:[ \\t]{1,4}-\\w{2,12}){0,4}[ \\t]{1,4}\\\\?["\']?(?<secret>[^\\s"\'\\\\$-][^\\s"\'\\\\]{5,100})',
    ignoreCase: true,
  },
]

/** Values judged by the names they are assigned to. */
const genericRules: readonly ScrubRule[] = [
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

/** The secrets of any vendor: known by their form, by where they stand, or by the names they are assigned to. */
export const anyVendorRules: readonly ScrubRule[] = [...privateKeyRules, ...connectionStringRules, ...genericRules]
