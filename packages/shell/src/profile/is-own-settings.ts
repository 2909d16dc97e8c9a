import type { Word } from '../word/word.ts'

const shared = 'package\\.json|pyproject\\.toml|setup\\.cfg|tox\\.ini|tsconfig\\.json|\\.coveragerc'
const endings = '(?:\\.(?:config|[cm]?[jt]s|json[c5]?|ya?ml|toml|ini|cfg|py|neon|xml|dist))'

/**
 * Returns true if a word names the settings that a program finds on its own in its folder, as `eslint -c eslint.config.js` does. Naming
 * them changes nothing.
 */
export function isOwnSettings(program: Word | undefined, { text, static: known }: Word): boolean {
  const name = (program?.text ?? '').replace(/[^\w-]/g, '')
  if (!known || name === '') return false
  const names = [...new Set([name, name.replace(/-.*/, '')])].join('|')
  return new RegExp(`^(?:\\./)?(?:${shared}|\\.?(?:${names})(?:rc|file|config)?${endings}*)$`).test(text)
}
