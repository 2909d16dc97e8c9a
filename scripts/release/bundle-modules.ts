import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { listFiles } from '../lib/list-files.ts'
import type { ExportTarget, Manifest } from '../lib/workspace-packages.ts'
import { takeBuiltIns, writeLatin } from './load-quickly.ts'
import type { OwnModules } from './own-modules.ts'

/** Packages whose modules become part of the bundle. */
export interface TakenIn {
  readonly own: OwnModules
  /**
   * The modules that most starts load, as paths in the package and specifiers of others. They are joined into one file with
   * everything that they import at once. A path that does not exist only costs speed.
   */
  readonly start: readonly string[]
}

/**
 * Joins a package's compiled modules into one file for each entry and one for each part that is imported later, so that starting
 * a command reads tens of files and not hundreds. Other packages stay imports, but for those that are taken in; declarations stay
 * as they are.
 * @param folder the package as it will be published.
 * @param takenIn Packages that become part of this one. Default: none.
 */
export async function bundleModules(folder: string, manifest: Manifest, takenIn?: TakenIn): Promise<void> {
  const dist = join(folder, 'dist')
  const entries = entryModules(folder, manifest)
  if (!existsSync(dist) || entries.length === 0) return
  const compiled = listFiles(dist).filter((path) => path.endsWith('.js'))
  const bundle = await rolldown({
    cwd: dist,
    input: Object.fromEntries(entries.map((entry) => [entry, join(dist, `${entry}.js`)])),
    external: (id) => !/^(\.|\/|[A-Za-z]:)/.test(id) && takenIn?.own.find(id) === undefined,
    plugins: [
      { name: 'take-in', resolveId: (id) => takenIn?.own.find(id) },
      ...(takenIn === undefined ? [] : [loadQuickly]),
    ],
    platform: 'node',
    logLevel: 'silent',
  })
  const bundled = join(folder, 'bundled')
  const start = takenIn?.own.loadedWith(
    takenIn.start.map((each) => takenIn.own.find(each) ?? join(dist, each)).filter((module) => existsSync(module)),
  )
  await bundle.write({
    dir: bundled,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'parts/[name]-[hash].js',
    // Names stay, so that a stack trace can be read.
    ...(takenIn && { minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } } }),
    ...(start && { codeSplitting: { groups: [{ name: 'start', test: (id) => start.has(id) }] } }),
  })
  await bundle.close()
  for (const path of compiled) rmSync(join(dist, path))
  cpSync(bundled, dist, { recursive: true })
  rmSync(bundled, { recursive: true })
}

/** A command is started again and again; a library is loaded once, and read by its users. */
const loadQuickly: Plugin = {
  name: 'load-quickly',
  renderChunk: takeBuiltIns,
  generateBundle: (_options, bundle) => {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = writeLatin(file.code)
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
