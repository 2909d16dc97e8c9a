import { matchesGlob } from '../word/matches-glob.ts'
import { isInside } from './resolve-path.ts'

const homeFolders = [
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.config/gcloud',
  '.config/gh',
  '.config/google-chrome',
  '.config/chromium',
  '.mozilla',
  '.drawbridge',
  '.goclaw',
  '.password-store',
  '.local/share/keyrings',
  '.config/op',
]
const homeFiles = [
  '.docker/config.json',
  '.netrc',
  '.npmrc',
  '.pypirc',
  '.git-credentials',
  '.pgpass',
  '.my.cnf',
  '.config/hub',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.gem/credentials',
  '.bash_history',
  '.zsh_history',
  '.vault-token',
  '.terraform.d/credentials.tfrc.json',
  '.boto',
  '.s3cfg',
]
const systemFiles =
  /^\/etc\/(?:g?shadow-?|sudoers(?:\.d)?(?:\/.*)?|ssh\/ssh_host_.*|ssl\/private(?:\/.*)?)$|^\/proc\/(?:[^/]+\/)+(?:environ|root|mem|fd|cwd|maps)(?:\/.*)?$|^\/dev\/(?:k?mem|port)$|^\/var\/run\/secrets(?:\/.*)?$|^\/run\/secrets(?:\/.*)?$/
const names =
  /^(?:\.env(?:\..+)?|\.envrc|.+\.(?:pem|key|p12|pfx|jks|keystore|kdbx)|id_(?:rsa|dsa|ecdsa|ed25519).*|\.netrc|\.npmrc|\.pypirc|\.git-credentials|\.pgpass|\.htpasswd|credentials\.json)$/i
const harmlessNames = /^(?:\.env\.(?:example|sample|template|dist)|id_.*\.pub)$/i
const ownFolders = /\/\.(?:drawbridge|goclaw)(?:\/|$)/

/** Whether a path holds credentials by convention, wherever it is. Follows the list of built-in sensitive paths. */
export function isSensitivePath(path: string, home: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (names.test(name) && !harmlessNames.test(name)) return true
  if (systemFiles.test(path) || ownFolders.test(path)) return true
  return [home, '/root', ...homesOf(path)].some(
    (folder) =>
      homeFolders.some((sensitive) => isInside(path, `${folder}/${sensitive}`)) ||
      homeFiles.some((file) => path === `${folder}/${file}`),
  )
}

function homesOf(path: string): string[] {
  const match = /^\/(?:home|Users)\/[^/]+/.exec(path)
  return match === null ? [] : [match[0]]
}

const hiddenNames = [
  '.env',
  '.env.local',
  '.env.production',
  '.envrc',
  '.npmrc',
  '.netrc',
  '.pypirc',
  '.pgpass',
  '.git-credentials',
  '.ssh',
  '.aws',
  '.gnupg',
]
const keyNames = ['id_rsa', 'id_ed25519', 'server.pem', 'server.key', 'server.p12', 'store.pfx', 'store.jks']

/** Whether a glob is written to match sensitive names: `.env*`, `*.pem`, `.*`. A plain `*` matches no hidden file. */
export function isSensitivePattern(pattern: string): boolean {
  const parts = pattern.split('/')
  return parts.some((part) => {
    if (part.startsWith('.')) return hiddenNames.some((name) => matchesGlob(part, name))
    return /pem|key|p12|pfx|jks|rsa|ed25|^id_/i.test(part) && keyNames.some((name) => matchesGlob(part, name))
  })
}
