import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTestFile } from './list-files.ts'

export type ExportTarget = string | { readonly [condition: string]: ExportTarget }

/** The fields of a package.json that the scripts read; the others pass through untouched. */
export type Manifest = {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly exports?: Readonly<Record<string, ExportTarget>>
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

export type WorkspacePackage = {
  /** Name of its folder below `packages/`. */
  readonly folder: string
  readonly path: string
  readonly manifest: Manifest
}

/** The packages that are published, in alphabetical order. */
export function publishedPackages(root: string): WorkspacePackage[] {
  const packages = join(root, 'packages')
  return readdirSync(packages)
    .filter((folder) => existsSync(join(packages, folder, 'package.json')))
    .sort()
    .map((folder) => ({ folder, path: join(packages, folder), manifest: readManifest(join(packages, folder)) }))
    .filter(({ manifest }) => manifest.private !== true)
}

/**
 * Returns true if a path below the package's `src` is only for its own tests: a test, data of one, or anything in
 * `testing/` unless the package exports that. The sources of a page are published as they are built.
 */
export function isUnpublished({ manifest }: WorkspacePackage, path: string): boolean {
  return (
    isTestFile(path) ||
    path.startsWith('page/') ||
    (path.startsWith('testing/') && manifest.exports?.['./testing'] === undefined)
  )
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}
