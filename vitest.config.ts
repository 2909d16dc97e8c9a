import { defineConfig } from 'vitest/config'
import { linkPackages } from './scripts/lib/link-packages.ts'
import { repositoryRoot } from './scripts/lib/repository-root.ts'

linkPackages(repositoryRoot)

export default defineConfig({
  test: {
    include: [
      'packages/*/{bin,src}/**/*.test.ts',
      'examples/**/*.test.ts',
      'scripts/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    pool: 'forks',
  },
})
