import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { publishedPackages } from './workspace-packages.ts'

/** A name that a package exports through one of its doors. */
export type PublicName = {
  /** As a program imports it, e.g. `@drawbridge/core/policy`. */
  readonly door: string
  readonly name: string
  /** File below the root, `#` and the name that is declared there; the same for every door that hands it on. */
  readonly origin: string
}

type Module = ReturnType<typeof parseSync>['module']

/** Every name behind every door of the published packages, in the order of packages and doors. */
export function publicNames(root: string): PublicName[] {
  const doors = new Map(
    publishedPackages(root).flatMap(({ path, manifest }) =>
      Object.entries(manifest.exports ?? {}).flatMap(([door, target]) =>
        typeof target === 'string' ? [[`${manifest.name}${door.slice(1)}`, join(path, target)] as const] : [],
      ),
    ),
  )
  const modules = new Map<string, Module>()

  function moduleOf(file: string): Module {
    const known = modules.get(file)
    if (known !== undefined) return known
    const { module } = parseSync(file, readFileSync(file, 'utf8'))
    modules.set(file, module)
    return module
  }

  function fileOf(from: string, specifier: string): string | undefined {
    return specifier.startsWith('.') ? join(dirname(from), specifier) : doors.get(specifier)
  }

  function originOf(file: string, name: string): string {
    for (const entry of moduleOf(file).staticExports.flatMap(({ entries }) => entries)) {
      if (entry.exportName.name !== name) continue
      const local = entry.importName.name ?? entry.localName.name ?? name
      return entry.moduleRequest === null ? originOfLocal(file, local) : follow(file, entry.moduleRequest.value, local)
    }
    return `${relative(root, file)}#${name}`
  }

  /** A name that is exported separately, and may have been imported before. */
  function originOfLocal(file: string, local: string): string {
    for (const { moduleRequest, entries } of moduleOf(file).staticImports) {
      const entry = entries.find(({ localName }) => localName.value === local)
      if (entry !== undefined) return follow(file, moduleRequest.value, entry.importName.name ?? local)
    }
    return `${relative(root, file)}#${local}`
  }

  function follow(file: string, specifier: string, name: string): string {
    const target = fileOf(file, specifier)
    return target === undefined ? `${specifier}#${name}` : originOf(target, name)
  }

  return [...doors].flatMap(([door, file]) =>
    moduleOf(file)
      .staticExports.flatMap(({ entries }) => entries)
      .map(({ exportName: { name } }) => {
        if (typeof name !== 'string') throw new Error(`${relative(root, file)} exports names that it does not list.`)
        return { door, name, origin: originOf(file, name) }
      }),
  )
}
