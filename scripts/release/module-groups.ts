import type { Plugin } from 'rolldown'
import { laterImport, type OwnModules } from './own-modules.ts'

/** Modules that become one file. */
export interface ModuleGroup {
  readonly name: string
  /** The modules that others import when they run. */
  readonly roots: readonly string[]
  /** All of its modules. */
  readonly modules: ReadonlySet<string>
}

/** Marks a module that only a plugin knows. */
const prefix = '\0group:'

/** Returns true if a module belongs to the file of a group: one of its modules, or the one that leads to its roots. */
export function isIn({ name, modules }: ModuleGroup, module: string): boolean {
  return modules.has(module) || module === prefix + name
}

/**
 * Lets modules that are imported later be reached in the file of their group. The bundler would write a file of its own for each,
 * which does nothing but lead there.
 * @param start The modules that every start loads: they reach each other without an import.
 */
export function joinGroups(own: OwnModules, start: ModuleGroup, others: readonly ModuleGroup[]): Plugin {
  return {
    name: 'join-groups',
    resolveId: (id) => (id.startsWith(prefix) ? id : undefined),
    load: (id) =>
      others
        .find(({ name }) => id === prefix + name)
        ?.roots.map((module, index) => `export * as root${index} from ${JSON.stringify(module)};\n`)
        .join(''),
    transform: (code, id) => {
      const imports: string[] = []
      const joined = code.replace(laterImport, (whole, specifier: string) => {
        const module = own.find(specifier, id)
        if (module === undefined) return whole
        if (start.modules.has(id) && start.modules.has(module)) {
          const name = `later$${imports.length}`
          imports.push(`import * as ${name} from ${JSON.stringify(module)};\n`)
          return `Promise.resolve(${name})`
        }
        const group = others.find(({ roots }) => roots.includes(module))
        if (group === undefined) return whole
        return `import(${JSON.stringify(prefix + group.name)}).then((group) => group.root${group.roots.indexOf(module)})`
      })
      return joined === code ? null : { code: imports.join('') + joined }
    },
  }
}
