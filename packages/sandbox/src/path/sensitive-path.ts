import { isWithin } from '@drawbridge/core'
import { foldPath } from './fold-path.ts'

/** Places of a user's home that hold credentials, with everything below them. */
const homePlaces = [
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.docker/config.json',
  '.config/gcloud',
  '.config/gh',
  '.config/google-chrome',
  '.config/chromium',
  '.mozilla',
  '.netrc',
  '.npmrc',
  '.pypirc',
  '.git-credentials',
  '.pgpass',
]

/** Places of the system: password hashes, who may become root, other processes' memory, environment and descriptors. */
const systemPlaces = [
  /^\/etc\/g?shadow-?(\/|$)/,
  /^\/etc\/sudoers[^/]*(\/|$)/,
  /^\/dev\/mem$/,
  /^\/proc\/[^/]+\/(task\/[^/]+\/)?(environ|root|mem|fd)(\/|$)/,
]

/** Names that hold keys or secrets wherever they lie. */
const fileNames = [/\.pem$/, /\.key$/, /\.p12$/, /^id_rsa/, /^id_ed25519/, /^\.env(\.|$)/]
const harmlessNames: ReadonlySet<string> = new Set(['.env.example'])

/** Where homes usually lie, so that another user's keys are guarded as well as one's own. */
const otherHome = /^\/(root|home\/[^/]+|users\/[^/]+)(?=\/|$)/

export interface SensitivePathOptions {
  /** The user's home folder, absolute and real. */
  readonly userHome?: string | undefined
  /** What the operator says of a real path; undefined where nothing is said. Counts more than place and name. */
  readonly sensitivity?: ((real: string) => boolean | undefined) | undefined
}

/**
 * Whether a path holds credentials by its place or name. Pure: `real` is absolute and already free of links. Names are
 * compared folded, so another case or Unicode form of a name is as sensitive as the name.
 */
export function isSensitivePath(real: string, { userHome, sensitivity }: SensitivePathOptions): boolean {
  const said = sensitivity?.(real)
  if (said !== undefined) return said
  const path = foldPath(real)
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (fileNames.some((pattern) => pattern.test(name)) && !harmlessNames.has(name)) return true
  if (systemPlaces.some((pattern) => pattern.test(path))) return true
  const homes = [otherHome.exec(path)?.[0], userHome && foldPath(userHome)].filter((home) => home !== undefined)
  return homes.some((home) => homePlaces.some((place) => isWithin(`${home === '/' ? '' : home}/${place}`, path)))
}
