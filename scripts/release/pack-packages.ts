import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../lib/run.ts'
import { publishedPackages, type WorkspacePackage } from '../lib/workspace-packages.ts'
import { bundleModules } from './bundle-modules.ts'
import { compilePackages } from './compile-packages.ts'
import { releasedManifest } from './released-manifest.ts'
import { writeRelease } from './write-release.ts'

export type PackedPackage = {
  readonly source: WorkspacePackage
  /** `.release/<folder>/`, laid out as published. */
  readonly folder: string
  /** The file that `npm install` takes. */
  readonly tarball: string
}

/**
 * Builds every published package into `.release/<folder>/` and packs it into `.release/tarballs/`.
 * @throws when a package does not compile, lacks a README or cannot be packed.
 */
export async function packPackages(root: string): Promise<PackedPackage[]> {
  const packages = publishedPackages(root)
  const versions = new Map(packages.map(({ manifest }) => [manifest.name, manifest.version]))
  rmSync(join(root, '.release'), { recursive: true, force: true })
  const build = await compilePackages(root, packages)
  const folders = await Promise.all(
    packages.map(async (source) => {
      const manifest = releasedManifest(source.manifest, versions)
      const folder = writeRelease(root, source, manifest, join(build, source.folder, 'src'))
      await bundleModules(folder, manifest)
      return { source, folder }
    }),
  )
  rmSync(build, { recursive: true })
  const tarballs = await packFolders(
    root,
    folders.map(({ folder }) => folder),
  )
  return folders.map(({ source, folder }) => {
    const { name } = source.manifest
    const tarball = tarballs.get(name)
    if (tarball === undefined) throw new Error(`npm pack made no tarball of ${name}.`)
    return { source, folder, tarball }
  })
}

/** The tarball of each folder, by the name of its package. */
async function packFolders(root: string, folders: readonly string[]): Promise<Map<string, string>> {
  const destination = join(root, '.release/tarballs')
  mkdirSync(destination, { recursive: true })
  const { code, stdout, stderr } = await run(
    'npm',
    ['pack', ...folders, '--pack-destination', destination, '--json', '--ignore-scripts'],
    { cwd: root },
  )
  if (code !== 0) throw new Error(`npm pack failed:\n${stderr}${stdout}`)
  const packed: { name: string; filename: string }[] = Object.values(JSON.parse(stdout))
  return new Map(packed.map(({ name, filename }) => [name, join(destination, filename)]))
}
