import { posix } from 'node:path'
import type { Project } from '../graph/project.ts'

const endings = ['', '.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.d.ts']
const indexes = endings.slice(1).map((ending) => `/index${ending}`)

/** Returns the file that a module specifier of JavaScript means: relative, or a package of the project itself. */
export function resolveModule(specifier: string, from: string, project: Project): readonly string[] {
  if (/^\.{1,2}(\/|$)/.test(specifier)) return asModule(posix.join(posix.dirname(from), specifier), project)
  const [, name = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(specifier) ?? []
  const found = project.packages.get(name)
  if (found === undefined) return []
  const entry = found.entries.get(`.${rest}`)
  if (entry !== undefined) return asModule(posix.join(found.folder, entry), project)
  const guesses = rest === '' ? ['src/index', 'index', 'lib/index'] : [`.${rest}`, `src${rest}`]
  for (const guess of guesses) {
    const file = asModule(posix.join(found.folder, guess), project)
    if (file.length > 0) return file
  }
  return []
}

function asModule(path: string, project: Project): readonly string[] {
  const written = [...endings, ...indexes].map((ending) => posix.normalize(path + ending))
  // A source may name the file that it will be compiled to.
  const compiled = /\.[mc]?jsx?$/.test(path) ? [path.replace(/js(x?)$/, 'ts$1'), path.replace(/jsx?$/, 'tsx')] : []
  const found = [...written, ...compiled].find((candidate) => project.has(candidate))
  return found === undefined ? [] : [found]
}
