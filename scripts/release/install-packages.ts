import { cpSync, existsSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isTestFile } from '../lib/list-files.ts'
import { run } from '../lib/run.ts'
import { readManifest } from '../lib/workspace-packages.ts'
import type { PackedPackage } from './pack-packages.ts'

export type Installation =
  | { readonly status: 'installed'; readonly folder: string }
  | { readonly status: 'offline'; readonly folder: string }
  | { readonly status: 'refused'; readonly folder: string; readonly report: string }

/**
 * Installs the tarballs in an empty folder outside the repository, as a user would, together with the examples and
 * their dependencies. The caller removes the folder.
 */
export async function installPackages(root: string, packages: readonly PackedPackage[]): Promise<Installation> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-installed-')))
  const examples = join(root, 'examples')
  if (existsSync(examples)) copyExamples(examples, folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifestFor(examples, packages), undefined, 2))

  const { code, stdout, stderr } = await run(
    'npm',
    [
      'install',
      '--prefer-offline',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--no-package-lock',
      '--loglevel=error',
    ],
    { cwd: folder },
  )
  if (code === 0) return { status: 'installed', folder }
  const report = stdout + stderr
  return /\b(EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ENOTCACHED|ENOTFOUND|ETIMEDOUT)\b/.test(report)
    ? { status: 'offline', folder }
    : { status: 'refused', folder, report }
}

function copyExamples(examples: string, folder: string): void {
  cpSync(examples, folder, {
    recursive: true,
    filter: (path) => !isTestFile(path) && !/\/(node_modules|package\.json)$/.test(path),
  })
}

function manifestFor(examples: string, packages: readonly PackedPackage[]): object {
  const needed = existsSync(examples) ? (readManifest(examples).dependencies ?? {}) : {}
  const foreign = Object.entries(needed).filter(([name]) => !name.startsWith('@drawbridge/'))
  const ours = packages.map(({ source, tarball }) => [source.manifest.name, `file:${tarball}`] as const)
  return {
    private: true,
    type: 'module',
    dependencies: Object.fromEntries([...foreign, ...ours]),
    // Packages of ours that depend on each other get the tarball, never a namesake from the registry.
    overrides: Object.fromEntries(ours.map(([name]) => [name, `$${name}`])),
  }
}
