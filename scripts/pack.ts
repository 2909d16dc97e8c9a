import { relative } from 'node:path'
import { repositoryRoot } from './lib/repository-root.ts'
import { packPackages } from './release/pack-packages.ts'

try {
  for (const { tarball } of await packPackages(repositoryRoot)) console.log(relative(repositoryRoot, tarball))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
