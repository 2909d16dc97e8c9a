import { isSensitiveFile, sensitiveExamples } from '../guarded/index.ts'
import { matchesGlob } from '../word/matches-glob.ts'

const ownFolders = /\/\.(?:drawbridge|goclaw)(?:\/|$)/i

/** Returns true if a path contains credentials by convention, anywhere, or is Drawbridge's own data. */
export function isSensitivePath(path: string, home: string): boolean {
  return ownFolders.test(path) || isSensitiveFile(path, home)
}

const hiddenNames = [...sensitiveExamples.filter((name) => name.startsWith('.')), '.ssh', '.aws', '.gnupg']
const otherNames = sensitiveExamples.filter((name) => !name.startsWith('.'))

const systemFiles = ['shadow', 'shadow-', 'gshadow', 'sudoers'].map((name) => `/etc/${name}`)

/** Returns true if a glob is written to match a system file with credentials: `/etc/s?adow`, but not a plain `/etc/*`. */
export function mayMatchSystemFile(pattern: string): boolean {
  const parts = pattern.split('/')
  if (parts.at(-1) === '*') return false
  return systemFiles.some((file) => {
    const names = file.split('/')
    return names.length === parts.length && parts.every((part, index) => matchesGlob(part, names[index] ?? ''))
  })
}

/**
 * Returns true if a glob is written to match sensitive names: `.env*`, `*.pem`, `.*`. A plain `*` matches no hidden
 * file.
 */
export function isSensitivePattern(pattern: string): boolean {
  return pattern.split('/').some((part) => {
    if (part.startsWith('.')) return hiddenNames.some((name) => matchesGlob(part, name))
    const isMeant = /pem|key|p12|pfx|jks|kdb|rsa|ed25|^id_|env|cred|secret|tfstate|account/i.test(part)
    return isMeant && otherNames.some((name) => matchesGlob(part, name))
  })
}
