import { relative } from 'node:path'
import { repositoryRoot } from './lib/repository-root.ts'
import { packPackages } from './release/pack-packages.ts'

for (const { tarball } of await packPackages(repositoryRoot)) console.log(relative(repositoryRoot, tarball))
