import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { listFiles } from '../lib/list-files.ts'
import type { ExportTarget, Manifest } from '../lib/workspace-packages.ts'
import { takeBuiltIns, writeAscii } from './load-quickly.ts'
import { isIn, joinGroups, type ModuleGroup } from './module-groups.ts'
import { isOfPackage, type OwnModules } from './own-modules.ts'
import { writeLicences } from './write-licences.ts'

/** The parts of the bundle of a command besides its package. */
export interface TakenIn {
  readonly own: OwnModules
  /** The folder of the command's compiled modules, next to those of the other packages. */
  readonly compiled: string
  /** Packages of others that become part of it. */
  readonly others: readonly string[]
  /** Those of them that get a file of their own, because more than one group needs them. */
  readonly shared: readonly string[]
  /** The modules that every start loads. */
  readonly start: ModuleGroup
  /** Further modules that are loaded together. */
  readonly groups: readonly ModuleGroup[]
}

/**
 * Joins a package's compiled modules into one file for each entry and one for each part that is imported later, so that starting
 * a command reads a few files and not hundreds. Other packages stay imports, but for those that are taken in; declarations stay
 * as they are.
 * @param folder the package as it will be published.
 * @param takenIn Default: nothing.
 */
export async function bundleModules(folder: string, manifest: Manifest, takenIn?: TakenIn): Promise<void> {
  const dist = join(folder, 'dist')
  const entries = entryModules(folder, manifest)
  if (!existsSync(dist) || entries.length === 0) return
  const from = takenIn?.compiled ?? dist
  const bundle = await rolldown({
    cwd: from,
    input: Object.fromEntries(entries.map((entry) => [entry, join(from, `${entry}.js`)])),
    external: (id) => isForeign(id) && takenIn?.own.find(id) === undefined && !isOfPackage(id, takenIn?.others ?? []),
    plugins:
      takenIn === undefined
        ? []
        : [joinGroups(takenIn.own, takenIn.start, takenIn.groups), takeIn(takenIn), loadQuickly],
    platform: 'node',
    logLevel: 'silent',
  })
  const bundled = join(folder, 'bundled')
  const { output } = await bundle.write({
    dir: bundled,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'parts/[name]-[hash].js',
    ...(takenIn && {
      // Names stay, so that a stack trace can be read.
      minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
      codeSplitting: {
        groups: [
          ...[takenIn.start, ...takenIn.groups].map((group) => ({
            name: group.name,
            test: (id: string) => isIn(group, id),
          })),
          // A package that several groups need would otherwise be in the file of one of them, and all of that file would be loaded.
          ...takenIn.shared.map((name) => ({
            name,
            test: (id: string) => id.includes(`/node_modules/${name}/`),
            priority: 1,
          })),
        ],
      },
    }),
  })
  await bundle.close()
  for (const path of listFiles(dist)) if (path.endsWith('.js')) rmSync(join(dist, path))
  cpSync(bundled, dist, { recursive: true })
  rmSync(bundled, { recursive: true })
  writeLicences(
    folder,
    output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])),
  )
}

/** Neither a path nor a module that a plugin makes. */
function isForeign(id: string): boolean {
  return !/^(\.|\/|[A-Za-z]:|\0)/.test(id)
}

/** Finds the modules of packages that are taken in. Those of others are searched for from the sources, where they are installed. */
function takeIn({ own, others }: TakenIn): Plugin {
  return {
    name: 'take-in',
    resolveId(id, importer) {
      const found = id.startsWith('.') ? undefined : own.find(id)
      if (found !== undefined || importer === undefined || !isOfPackage(id, others)) return found
      const source = own.sourceOf(importer)
      return source === undefined ? undefined : this.resolve(id, join(source, 'package.json'))
    },
  }
}

/** A command is started again and again; a library is loaded once, and read by its users. */
const loadQuickly: Plugin = {
  name: 'load-quickly',
  renderChunk: takeBuiltIns,
  generateBundle: (_options, bundle) => {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = writeAscii(file.code)
  },
}

/** Returns the modules that are imported by the package's name or started by its command, without extension. */
function entryModules(folder: string, manifest: Manifest): readonly string[] {
  const exported = Object.values(manifest.exports ?? {}).flatMap(targetsOf)
  const modules = exported.flatMap((target) => /^\.\/dist\/(.+)\.js$/.exec(target)?.[1] ?? [])
  // An export that leads nowhere is reported by the check of the package's shape, in words about the package.
  return [...new Set([...modules, 'main'])].filter((module) => existsSync(join(folder, 'dist', `${module}.js`)))
}

function targetsOf(target: ExportTarget): readonly string[] {
  return typeof target === 'string' ? [target] : Object.values(target).flatMap(targetsOf)
}
