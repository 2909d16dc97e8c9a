import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../lib/run.ts'
import { publishedPackages, type WorkspacePackage } from '../lib/workspace-packages.ts'
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
  const folders = packages.map((source) =>
    writeRelease(root, source, releasedManifest(source.manifest, versions), join(build, source.folder, 'src')),
  )
  rmSync(build, { recursive: true })
  const tarballs = await packFolders(root, folders)
  return packages.map((source, index) => ({ source, folder: folders[index] ?? '', tarball: tarballs[index] ?? '' }))
}

async function packFolders(root: string, folders: readonly string[]): Promise<string[]> {
  const destination = join(root, '.release/tarballs')
  mkdirSync(destination, { recursive: true })
  const { code, stdout, stderr } = await run(
    'npm',
    ['pack', ...folders, '--pack-destination', destination, '--json', '--ignore-scripts'],
    { cwd: root },
  )
  if (code !== 0) throw new Error(`npm pack failed:\n${stderr}${stdout}`)
  return (JSON.parse(stdout) as { filename: string }[]).map(({ filename }) => join(destination, filename))
}
