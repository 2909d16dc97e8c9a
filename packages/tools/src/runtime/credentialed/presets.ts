/** The built-in knowledge of a program. */
export interface CredentialedPreset {
  /** The variables that it reads its credentials from, with the names under which the values are found. */
  readonly environment: readonly string[] | Readonly<Record<string, string>>
  /** Variables with fixed, non-secret values. */
  readonly settings?: Readonly<Record<string, string>>
  readonly deny_args: readonly string[]
  readonly deny_verbose: readonly string[]
  readonly tips: string
}

const options = String.raw`(?:-\S+ (?:[^-\s]\S* )?)*`
/** Sub-commands, one level each, with any options before them, with a value or without. For `deny_args`. */
const command = (...levels: readonly string[]): string =>
  `^${levels.map((names) => `${options}(?:${names})`).join(' ')}(?: |$)`
/** The same, with an argument of its own anywhere behind it that begins so. */
const commandWith = (names: string, argument: string): string => `^${options}(?:${names}) (?:.* )?${argument}`
/** Options with their values attached or not, and abbreviated as far as before `~`, else to one letter. For `deny_verbose`. */
const option = (...names: readonly string[]): string => `(?:${names.map(abbreviable).join('|')})(?:=|$)`
/** Short options, alone, with their values attached, or joined behind others that take none. For `deny_verbose`. */
const short = (letters: string, others: string): string => `-[${others}]*[${letters}]`

function abbreviable(name: string): string {
  const mark = name.includes('~') ? name.indexOf('~') : 3
  const [needed, rest] = [name.slice(0, mark), name.slice(mark).replace('~', '')]
  return needed + [...rest].reduceRight((longer, letter) => `(?:${letter}${longer})?`, '')
}

/**
 * Programs with sub-commands that hand their credentials out, log them, or run code of others with them. What reads files of a
 * project that name programs (a hook, a provider, a driver) can still run those: grant such programs to trusted projects only.
 */
export const credentialedPresets: ReadonlyMap<string, CredentialedPreset> = new Map<string, CredentialedPreset>([
  [
    'gh',
    {
      environment: ['GH_TOKEN'],
      settings: { GH_PROMPT_DISABLED: '1', GH_NO_UPDATE_NOTIFIER: '1' },
      deny_args: [command('auth|ssh-key|gpg-key|config|alias|extension|extensions|ext|codespace|cs')],
      deny_verbose: [option('--', '--hostname', '--verbose', '--debug'), '-v(?:=|$)'],
      tips: 'GitHub: gh repo, issue, pr, run, release, api.',
    },
  ],
  [
    'gcloud',
    {
      environment: ['CLOUDSDK_AUTH_ACCESS_TOKEN'],
      settings: { CLOUDSDK_CORE_DISABLE_PROMPTS: '1' },
      deny_args: [
        command(`(?:(?:alpha|beta) ${options})?(?:auth|config|init|components)`),
        command(`(?:(?:alpha|beta) ${options})?compute`, 'ssh|scp|start-iap-tunnel'),
        command(`(?:(?:alpha|beta) ${options})?iam`, 'service-accounts', 'keys'),
        'print-(?:access|identity)-token',
      ],
      deny_verbose: [
        option('--access-token-file', '--credential-file-override', '--flags-file'),
        '--log-http',
        '--verbosity',
      ],
      tips: 'Google Cloud: gcloud projects, compute, run, container, storage.',
    },
  ],
  [
    'aws',
    {
      environment: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
      settings: { AWS_PAGER: '' },
      deny_args: [
        command('configure|sso|login'),
        command('sts', 'get-session-token|get-federation-token|assume-role\\S*'),
        command('iam', 'create-access-key'),
        command('ecr|ecr-public', 'get-login\\S*'),
        command('codeartifact', 'login|get-authorization-token'),
        command('eks', 'get-token'),
        command('rds|dsql', 'generate-db-\\S*'),
      ],
      deny_verbose: [option('--debug', '--endpoint-url', '--ca-bundle', '--no-v~erify-ssl')],
      tips: 'AWS: aws SERVICE OPERATION, such as aws s3 ls.',
    },
  ],
  [
    'kubectl',
    {
      environment: ['KUBECONFIG'],
      deny_args: [command('config|proxy|plugin|krew|edit|debug'), command('create', 'token')],
      deny_verbose: [
        option('--token', '--kubeconfig', '--server', '--insecure-skip-tls-verify', '--tls-server-name'),
        option('--as~', '--as-~group', '--as-~uid', '--username', '--password', '--v~', '--vm~odule'),
        short('sv', 'AhipqRtw'),
      ],
      tips: 'Kubernetes: kubectl get, describe, logs, apply.',
    },
  ],
  [
    'terraform',
    {
      environment: ['TF_TOKEN_app_terraform_io'],
      settings: { TF_INPUT: '0', TF_IN_AUTOMATION: '1', CHECKPOINT_DISABLE: '1' },
      deny_args: [command('login|logout|console')],
      deny_verbose: ['-{1,2}debug'],
      tips: 'Terraform: terraform init, plan, validate, show. Providers and provisioners of the project run with the credentials.',
    },
  ],
  [
    'git',
    {
      // GitHub over HTTPS: a whole header line, "Authorization: Basic …", which goes to that host and no other.
      environment: { GIT_CONFIG_VALUE_1: 'GIT_HTTP_HEADER' },
      settings: {
        GIT_CONFIG_COUNT: '4',
        // Hooks, monitors and commands of a repository's own configuration would run with the credentials.
        GIT_CONFIG_KEY_0: 'core.hooksPath',
        GIT_CONFIG_VALUE_0: '/dev/null',
        GIT_CONFIG_KEY_1: 'http.https://github.com/.extraHeader',
        GIT_CONFIG_KEY_2: 'core.fsmonitor',
        GIT_CONFIG_VALUE_2: 'false',
        GIT_CONFIG_KEY_3: 'core.sshCommand',
        GIT_CONFIG_VALUE_3: 'ssh',
      },
      deny_args: [
        command(
          String.raw`config|credential\S*|remote-\S+|daemon|filter-branch|difftool|mergetool|send-email|instaweb|shell`,
        ),
        command('submodule', 'foreach'),
        command('bisect', 'run'),
        `^${options}-c`,
        commandWith('clone', '-[lnqsv46]*[uc]'),
        commandWith('rebase', '-[fikmnpqrv]*x'),
        commandWith('grep', '-[A-Za-z]*O'),
        'ext::',
      ],
      deny_verbose: [
        option('--config', '--config-env', '--exec', '--exec-path', '--ext-diff', '--open-files-in-pager'),
        option('--receive-pack', '--textc~onv', '--template', '--upload-pack'),
      ],
      tips: 'Git with its remote: git fetch, pull, push, clone, ls-remote.',
    },
  ],
  [
    'psql',
    {
      environment: ['PGPASSWORD'],
      settings: { PSQLRC: '/dev/null', PSQL_HISTORY: '/dev/null' },
      deny_args: [
        String.raw`\\(?:!|setenv|getenv|copy|cd|e\b|ef|ev|gx?(?:[ \t(][^\n\\]*)?\||i|ir|lo_|o|out|w|password|conninfo|c\b|connect)`,
        // A shell runs the content of these, with the credentials.
        '`',
        String.raw`(?is)\bcopy\b.*\bprogram\b`,
        // The password would be sent to whatever host they name.
        '(?:^| )postgres(?:ql)?://',
      ],
      deny_verbose: [
        option('--file', '--output', '--log-file', '--password', '--host', '--dbname', '--echo-hidden'),
        '--echo',
        short('foLWhdE', 'aAbeHlnqsStVwxXz01'),
        String.raw`(?i)(?:\w+\s*=\s*(?:'[^']*'|\S*)\s+)*(?:host|hostaddr|service|servicefile)\s*=`,
      ],
      tips: 'PostgreSQL: psql -c "SELECT …" against the configured database.',
    },
  ],
])
