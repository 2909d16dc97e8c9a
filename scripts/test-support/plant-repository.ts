import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { repositoryRoot } from '../lib/repository-root.ts'

// Real tools run on a planted repository, one after the other, possibly on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const configuration = [
  '.dependency-cruiser.js',
  '.gitignore',
  'LICENSE',
  'biome.json',
  'knip.json',
  'package.json',
  'scripts/lib/house.ts',
  'scripts/lint',
  'scripts/test-support/property-seed.ts',
  'tsconfig.json',
  'vitest.config.ts',
]

/**
 * Makes a small repository with this one's configuration and tools and the given files, removed when the test ends.
 * Every package named by a file gets the package.json that this repository has for it, unless the files bring their own.
 * @returns its root.
 */
export function plantRepository(files: Readonly<Record<string, string>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-planted-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))

  for (const name of configuration) cpSync(join(repositoryRoot, name), join(root, name), { recursive: true })
  mkdirSync(join(root, 'packages'))
  for (const folder of packagesOf(files)) {
    if (files[`packages/${folder}/package.json`] !== undefined) continue
    cpSync(join(repositoryRoot, 'packages', folder, 'package.json'), join(root, 'packages', folder, 'package.json'))
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  linkModules(root)
  return root
}

function packagesOf(files: Readonly<Record<string, string>>): string[] {
  return [...new Set(Object.keys(files).flatMap((path) => /^packages\/([^/]+)\//.exec(path)?.[1] ?? []))]
}

/** The installed modules, except that `@drawbridge/*` leads to the planted packages. */
function linkModules(root: string): void {
  const installed = join(repositoryRoot, 'node_modules')
  const modules = join(root, 'node_modules')
  mkdirSync(join(modules, '@drawbridge'), { recursive: true })
  for (const name of readdirSync(installed)) {
    if (name !== '@drawbridge') symlinkSync(join(installed, name), join(modules, name))
  }
  for (const folder of readdirSync(join(root, 'packages'))) {
    symlinkSync(join(root, 'packages', folder), join(modules, '@drawbridge', folder))
  }
}
