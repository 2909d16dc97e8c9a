import { readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import type { WorkspacePackage } from '../lib/workspace-packages.ts'

/** The compiled modules of all packages of this repository, by the specifiers that they import each other by. */
export interface OwnModules {
  /**
   * The module that a specifier such as `@drawbridge/core/event` means, or `./step.js` in the module that imports it; undefined if
   * the package is not one of ours.
   */
  find(specifier: string, importer?: string): string | undefined
  /** The folder of the sources of the package that a compiled module belongs to; undefined for modules of others. */
  sourceOf(module: string): string | undefined
  /**
   * The modules that importing these loads at once, but for those that import a package of others.
   * @param joined Packages of others that a module may import.
   */
  loadedWith(modules: Iterable<string>, joined?: readonly string[]): ReadonlySet<string>
  /** The modules that these import when they run. */
  importedLater(modules: Iterable<string>): ReadonlySet<string>
}

/** @param build Holds `<package>/src/` with the compiled modules of each package. */
export function ownModules(packages: readonly WorkspacePackage[], build: string): OwnModules {
  const find = (specifier: string, importer = ''): string | undefined => {
    if (specifier.startsWith('.')) return join(dirname(importer), specifier)
    const [scope = '', name = '', ...path] = specifier.split('/')
    const found = packages.find(({ manifest }) => manifest.name === `${scope}/${name}`)
    const target = found?.manifest.exports?.[['.', ...path].join('/')]
    if (found === undefined || typeof target !== 'string') return undefined
    return join(build, found.folder, target.replace(/\.tsx?$/, '.js'))
  }
  return {
    find,
    sourceOf: (module) => {
      const [folder] = relative(build, module).split(sep)
      return packages.find((each) => each.folder === folder)?.path
    },
    loadedWith: (modules, joined = []) => {
      const seen = new Set<string>()
      const foreign = new Set<string>()
      const visit = (module: string): void => {
        if (seen.has(module)) return
        seen.add(module)
        for (const specifier of specifiersIn(module, staticImport)) {
          const own = find(specifier, module)
          if (own !== undefined) visit(own)
          else if (!specifier.startsWith('node:') && !isOfPackage(specifier, joined)) foreign.add(module)
        }
      }
      for (const module of modules) visit(module)
      return seen.difference(foreign)
    },
    importedLater: (modules) =>
      new Set(
        [...modules].flatMap((module) => specifiersIn(module, laterImport).flatMap((each) => find(each, module) ?? [])),
      ),
  }
}

/** Returns true if a specifier leads into one of the packages. */
export function isOfPackage(specifier: string, packages: readonly string[]): boolean {
  return packages.some((name) => specifier === name || specifier.startsWith(`${name}/`))
}

/** As the compiler writes them: each begins a line. */
const staticImport = /^(?:import|export)\b(?:[^'"()]*?\bfrom)?\s*['"]([^'"]+)['"]/gm

/** As the compiler writes one that is loaded when it is reached. */
export const laterImport = /\bimport\(['"]([^'"]+)['"]\)/g

function specifiersIn(module: string, pattern: RegExp): readonly string[] {
  return [...readFileSync(module, 'utf8').matchAll(pattern)].flatMap(([, specifier]) => specifier ?? [])
}
