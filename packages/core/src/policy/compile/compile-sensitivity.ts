import { compilePathGlob, type PolicyPlace } from '../rules/match-path.ts'

/**
 * Returns the operator's setting for a real path: true if it contains credentials, false if not, undefined if not set.
 */
export type Sensitivity = (real: string) => boolean | undefined

/** Compiles `permissions.sensitive` of all layers. An exception, `!GLOB`, counts more than what it excepts. */
export function compileSensitivity(texts: readonly string[], place: PolicyPlace): Sensitivity {
  const added = texts.filter((text) => !text.startsWith('!')).map((text) => compilePathGlob(text, place))
  const excepted = texts.filter((text) => text.startsWith('!')).map((text) => compilePathGlob(text.slice(1), place))
  return (real) => {
    if (excepted.some((glob) => glob.matches(real))) return false
    return added.some((glob) => glob.reaches(real)) ? true : undefined
  }
}
