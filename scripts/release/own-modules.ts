import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { WorkspacePackage } from '../lib/workspace-packages.ts'

/** The compiled modules of all packages of this repository, by the specifiers that they import each other by. */
export interface OwnModules {
  /** The module that a specifier such as `@drawbridge/core/event` means; undefined if the package is not one of ours. */
  find(specifier: string): string | undefined
  /** The modules that importing these loads at once, but for those that import a package of others. */
  loadedWith(modules: readonly string[]): ReadonlySet<string>
}

/** @param build Holds `<package>/src/` with the compiled modules of each package. */
export function ownModules(packages: readonly WorkspacePackage[], build: string): OwnModules {
  const find = (specifier: string): string | undefined => {
    const [scope = '', name = '', ...path] = specifier.split('/')
    const found = packages.find(({ manifest }) => manifest.name === `${scope}/${name}`)
    const target = found?.manifest.exports?.[['.', ...path].join('/')]
    if (found === undefined || typeof target !== 'string') return undefined
    return join(build, found.folder, target.replace(/\.tsx?$/, '.js'))
  }
  return {
    find,
    loadedWith: (modules) => {
      const seen = new Set<string>()
      const foreign = new Set<string>()
      const visit = (module: string): void => {
        if (seen.has(module)) return
        seen.add(module)
        for (const specifier of staticImports(module)) {
          const own = specifier.startsWith('.') ? join(dirname(module), specifier) : find(specifier)
          if (own !== undefined) visit(own)
          else if (!specifier.startsWith('node:')) foreign.add(module)
        }
      }
      for (const module of modules) visit(module)
      return seen.difference(foreign)
    },
  }
}

/** As the compiler writes them: each begins a line. */
function staticImports(module: string): readonly string[] {
  const statements = /^(?:import|export)\b(?:[^'"()]*?\bfrom)?\s*['"]([^'"]+)['"]/gm
  return [...readFileSync(module, 'utf8').matchAll(statements)].flatMap(([, specifier]) => specifier ?? [])
}
