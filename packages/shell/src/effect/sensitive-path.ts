import { isSensitiveFile, sensitiveExamples } from '../guarded/index.ts'
import { matchesGlob } from '../word/matches-glob.ts'

const ownFolders = /\/\.(?:drawbridge|goclaw)(?:\/|$)/i

/** Returns true if a path contains credentials by convention, anywhere, or is Drawbridge's own data. */
export function isSensitivePath(path: string, home: string): boolean {
  return ownFolders.test(path) || isSensitiveFile(path, home)
}

const hiddenNames = [...sensitiveExamples.filter((name) => name.startsWith('.')), '.ssh', '.aws', '.gnupg']
const otherNames = sensitiveExamples.filter((name) => !name.startsWith('.'))

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
