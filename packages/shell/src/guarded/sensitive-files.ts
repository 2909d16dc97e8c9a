import { foldPath } from './fold-path.ts'

/** Places of a user's home that hold credentials, with everything below them. */
const homePlaces: readonly string[] = [
  // Keys and logins of the system.
  '.ssh',
  '.gnupg',
  '.password-store',
  '.local/share/keyrings',
  '.local/share/kwalletd',
  'Library/Keychains',
  '.netrc',
  '.pgpass',
  '.my.cnf',
  '.mylogin.cnf',
  '.msmtprc',
  '.fetchmailrc',
  '.smbcredentials',
  '.vault-token',
  '.config/op',
  '.config/1Password',
  '.config/Bitwarden',
  '.config/Bitwarden CLI',
  '.config/keepassxc',
  '.config/sops/age',
  '.config/age',
  // Clouds and clusters.
  '.aws',
  '.azure',
  '.kube',
  '.oci',
  '.docker/config.json',
  '.config/containers/auth.json',
  '.config/gcloud',
  '.config/doctl',
  '.config/hcloud',
  '.config/linode-cli',
  '.config/rclone',
  '.config/helm/registry',
  '.terraform.d/credentials.tfrc.json',
  '.terraformrc',
  '.pulumi/credentials.json',
  '.boto',
  '.s3cfg',
  '.fly',
  '.wrangler',
  '.config/.wrangler',
  '.cloudflared',
  '.config/stripe',
  '.config/netlify',
  '.local/share/com.vercel.cli',
  '.supabase/access-token',
  '.databrickscfg',
  '.snowsql/config',
  '.dbt/profiles.yml',
  '.kaggle',
  '.cache/huggingface/token',
  '.huggingface/token',
  '.ngrok2',
  '.config/ngrok',
  // Forges and registries of packages.
  '.git-credentials',
  '.config/git/credentials',
  '.config/gh',
  '.config/hub',
  '.config/glab-cli',
  '.config/github-copilot',
  '.npmrc',
  '.yarnrc.yml',
  '.pypirc',
  '.config/pypoetry/auth.toml',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.gem/credentials',
  '.bundle/config',
  '.composer/auth.json',
  '.config/composer/auth.json',
  '.m2/settings.xml',
  '.m2/settings-security.xml',
  '.gradle/gradle.properties',
  '.nuget/NuGet/NuGet.Config',
  '.sentryclirc',
  // Agents.
  '.claude/.credentials.json',
  '.claude.json',
  '.codex/auth.json',
  '.gemini/oauth_creds.json',
  '.local/share/opencode/auth.json',
  // Browsers, mail and wallets.
  '.config/google-chrome',
  '.config/chromium',
  '.config/BraveSoftware',
  '.config/microsoft-edge',
  '.config/opera',
  '.config/vivaldi',
  '.mozilla',
  '.thunderbird',
  '.config/Signal',
  '.config/Slack',
  'Library/Application Support/Google/Chrome',
  'Library/Application Support/Firefox',
  'Library/Cookies',
  '.bitcoin',
  '.electrum',
  '.ethereum/keystore',
  '.config/solana',
  // Typed commands, which may contain passwords.
  '.bash_history',
  '.zsh_history',
  '.local/share/fish/fish_history',
  '.psql_history',
  '.mysql_history',
  '.python_history',
  '.node_repl_history',
  '.rediscli_history',
]

/** Places of the system: password hashes, who may become root, keys of services, other processes' memory, environment and descriptors. */
const systemPlaces: readonly RegExp[] = [
  /^\/etc\/g?shadow-?(\/|$)/,
  /^\/etc\/sudoers[^/]*(\/|$)/,
  /^\/etc\/ssh\/ssh_host_[^/]*(?<!\.pub)$/,
  /^\/etc\/ssl\/private(\/|$)/,
  /^\/etc\/krb5\.keytab$/,
  /^\/etc\/(wireguard|networkmanager\/system-connections|ipsec\.secrets|ppp\/(pap|chap)-secrets)(\/|$)/,
  /^\/etc\/(kubernetes|rancher)(\/|$)/,
  /^\/(var\/)?run\/secrets(\/|$)/,
  /^\/run\/user\/[^/]+\/(keyring|gnupg)[^/]*(\/|$)/,
  /^\/var\/lib\/(kubelet|etcd|rancher|sss|private)(\/|$)/,
  /^\/dev\/(k?mem|port)$/,
  /^\/proc\/([^/]+\/)+(environ|root|mem|fd|cwd|maps|auxv)(\/|$)/,
  /^\/proc\/k(core|mem)$/,
]

/** Names that hold keys or secrets wherever they are, each with an example. Compared in small letters. */
const fileNames: readonly (readonly [RegExp, ...string[]])[] = [
  [/^\.env(\.|$)/, '.env', '.env.local', '.env.production'],
  [/.\.env$/, 'prod.env'],
  [/^\.envrc$/, '.envrc'],
  [
    /\.(pem|key|p12|pfx|jks|keystore|bcfks|kdbx?|ppk|ovpn)$/,
    'server.pem',
    'server.key',
    'server.p12',
    'store.pfx',
    'store.jks',
    'passwords.kdbx',
  ],
  [/^id_(rsa|dsa|ecdsa|ed25519)/, 'id_rsa', 'id_ed25519', 'id_ecdsa_sk'],
  [/^[._]netrc$/, '.netrc'],
  [
    /^\.(npmrc|pypirc|pgpass|git-credentials|htpasswd|dockercfg|dockerconfigjson|vault-token|vault[-_]pass(word)?|s3cfg|boto|my\.cnf)$/,
    '.npmrc',
    '.pypirc',
    '.pgpass',
    '.git-credentials',
    '.htpasswd',
  ],
  [/^credentials\.(json|ya?ml|toml|xml|csv|ini)$/, 'credentials.json'],
  [
    /^(service[-_]?account|client[-_]secret|application[-_]default[-_]credentials|gcp[-_]key|firebase[-_]adminsdk)[^/]*\.json$/,
    'service-account.json',
    'client_secret_1.json',
  ],
  [/^secrets?\.(json|ya?ml|toml|ini|properties|tfvars)$/, 'secrets.json', 'secrets.yaml'],
  [/\.tfstate(\.backup)?$/, 'terraform.tfstate'],
  [/^(.+\.)?kubeconfig$/, 'kubeconfig'],
  [/^local\.settings\.json$|\.keytab$/, 'local.settings.json', 'host.keytab'],
]

/** Templates to fill in, and the public halves of keys. */
const harmlessNames =
  /^(\.env(\.[^/]+)?\.(example|sample|template|dist|tpl)|(example|sample|template|dist)\.env|id_.*\.pub)$/

/** The usual places of homes, so that other users' keys are guarded too. */
const otherHome = /^\/(root|home\/[^/]+|users\/[^/]+)(?=\/|$)/

/** One name of each kind, for globs that are tried with them and for tests. */
export const sensitiveExamples: readonly string[] = fileNames.flatMap(([, ...examples]) => examples)

/** Places below a home, for tests that every one is known everywhere. */
export const sensitiveHomePlaces = homePlaces

const foldedPlaces = homePlaces.map((place) => `/${foldPath(place)}`)

/**
 * Returns true if a path contains credentials by its place or name. Names are compared folded, so another case or
 * Unicode form of a name is just as sensitive.
 * @param path Absolute and normalised.
 * @param userHome Absolute.
 */
export function isSensitiveFile(path: string, userHome?: string): boolean {
  const folded = foldPath(path)
  const name = folded.slice(folded.lastIndexOf('/') + 1)
  if (fileNames.some(([pattern]) => pattern.test(name)) && !harmlessNames.test(name)) return true
  if (systemPlaces.some((pattern) => pattern.test(folded))) return true
  const homes = [otherHome.exec(folded)?.[0], userHome === undefined ? undefined : foldPath(userHome)]
  return homes.some((home) => {
    if (home === undefined || (home !== '/' && !folded.startsWith(`${home}/`))) return false
    const below = home === '/' ? folded : folded.slice(home.length)
    return foldedPlaces.some((place) => below === place || below.startsWith(`${place}/`))
  })
}
