/** What is known about a program beforehand. */
export interface CredentialedPreset {
  /** The variables that it reads its credentials from, with the names under which the values are found. */
  readonly environment: readonly string[] | Readonly<Record<string, string>>
  /** Variables with fixed values, which are no secret. */
  readonly settings?: Readonly<Record<string, string>>
  readonly deny_args: readonly string[]
  readonly deny_verbose: readonly string[]
  readonly tips: string
}

/** A sub-command behind any options, each with a value or without. */
const command = (names: string): string => String.raw`^(?:-\S+ (?:[^-\s]\S* )?)*(?:${names})(?: |$)`
/** An option anywhere, with its value attached or not. */
const option = (names: string): string => `(?:^| )(?:${names})(?:=| |$)`

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
      deny_args: [
        command('auth|ssh-key|gpg-key|config|alias|extension|extensions|ext|codespace|cs'),
        option('--|--hostname'),
      ],
      deny_verbose: ['--verbose$', '-v$', '--debug'],
      tips: 'GitHub: gh repo, issue, pr, run, release, api.',
    },
  ],
  [
    'gcloud',
    {
      environment: ['CLOUDSDK_AUTH_ACCESS_TOKEN'],
      settings: { CLOUDSDK_CORE_DISABLE_PROMPTS: '1' },
      deny_args: [
        command('auth|config|init|components|beta auth|alpha auth|compute (?:ssh|scp|start-iap-tunnel)'),
        'print-(?:access|identity)-token',
        'service-accounts keys',
        option('--access-token-file|--credential-file-override|--flags-file'),
      ],
      deny_verbose: ['--log-http', '--verbosity'],
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
        'sts (?:get-session-token|get-federation-token|assume-role)',
        'iam create-access-key',
        'ecr(?:-public)? get-login',
        'codeartifact (?:login|get-authorization-token)',
        option('--endpoint-url|--ca-bundle|--no-verify-ssl'),
      ],
      deny_verbose: ['--debug'],
      tips: 'AWS: aws SERVICE OPERATION, such as aws s3 ls.',
    },
  ],
  [
    'kubectl',
    {
      environment: ['KUBECONFIG'],
      deny_args: [
        command('config|proxy|plugin|krew|edit|debug'),
        'create token',
        option('--token|--kubeconfig|--server|-s|--insecure-skip-tls-verify|--as|--username|--password'),
      ],
      deny_verbose: ['--v(?:=|$)', '-v'],
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
          String.raw`config|credential\S*|daemon|filter-branch|difftool|mergetool|send-email|instaweb|shell|submodule foreach|bisect run`,
        ),
        '^(?:-\\S+ (?:[^-\\s]\\S* )?)*-c',
        option('--config-env|--exec-path|--exec|--upload-pack|--receive-pack|--config|--ext-diff|--textconv'),
        '(?:^| )clone .*-u',
        '(?:^| )rebase .*-x',
        'ext::',
      ],
      deny_verbose: [],
      tips: 'Git with its remote: git fetch, pull, push, clone, ls-remote.',
    },
  ],
  [
    'psql',
    {
      environment: ['PGPASSWORD'],
      settings: { PSQLRC: '/dev/null', PSQL_HISTORY: '/dev/null' },
      deny_args: [
        String.raw`\\(?:!|setenv|getenv|copy|cd|e\b|ef|ev|g\s*\||gx?\s*\||i|ir|o|out|w|password|conninfo|c\b|connect)`,
        '(?i)(?:to|from) program',
        option('-f|--file|-o|--output|-L|--log-file|-W|--password|-h|--host|-d|--dbname'),
        // The password would be sent to whatever host they name.
        '(?:^| )postgres(?:ql)?://',
        '(?i)host(?:addr)?\\s*=',
      ],
      deny_verbose: ['-f', '-o', '-L', '-W', '-h', '-d', '-E', '--echo'],
      tips: 'PostgreSQL: psql -c "SELECT …" against the configured database.',
    },
  ],
])
