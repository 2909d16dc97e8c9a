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
  },
})
