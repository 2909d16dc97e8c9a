import { lstatSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { publishedPackages } from './workspace-packages.ts'

/** Links packages of this repository that came after the last `npm ci`, so that a pull needs none for them. */
export function linkPackages(root: string): void {
  for (const { folder, manifest } of publishedPackages(root)) {
    const link = join(root, 'node_modules', manifest.name)
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue
    mkdirSync(join(link, '..'), { recursive: true })
    symlinkSync(join('../../packages', folder), link)
  }
}
