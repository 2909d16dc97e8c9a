import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

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
    // Many tests wait for processes: two at a time keep both processors of a small machine busy.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
})
