import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

/** Tests that replace modules, streams or functions of the process, or measure memory: each has a process of its own. */
const isolated = [
  'packages/cli/src/run/run-task.test.ts',
  'packages/cli/src/room/weather-room.test.ts',
  'packages/core/src/base/require-node.test.ts',
  // The driver of the browser keeps the current folder of the process, also after a change of it.
  'packages/cli/src/serve/*-on-gateway.test.ts',
  'packages/cli/src/serve/moving-between-nodes.test.ts',
  'packages/dashboard/src/page/looks.test.ts',
  'packages/dashboard/src/page/page.test.ts',
  'packages/dashboard/src/page/pages/inbox/approval-card.test.ts',
  'packages/dashboard/src/page/pages/inbox/inbox.test.ts',
  'packages/dashboard/src/page/pages/live/live-page.test.ts',
  'packages/dashboard/src/page/parts/resource-page.test.ts',
  'packages/mcp/src/server/stdio/claim-stdout.test.ts',
  'packages/sdk/src/session/endless-output.test.ts',
  'packages/tools/src/runtime/robustness.test.ts',
]

export default defineConfig({
  test: {
    // They end what hangs, and fail nothing that is slow: a busy machine takes many times as long as a quiet one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    setupFiles: [join(import.meta.dirname, 'scripts/test-support/property-seed.ts')],
    // Programs that tests start from sources need half the time if their modules are compiled and their types stripped already.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') },
    // Many tests wait for processes and containers: one more than there are processors keeps all of them busy.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          // One process runs many files, which spares a start and most imports for each. So a test restores what it changes of
          // its process: environment, folder, clock and globals.
          isolate: false,
          include: [
            'packages/*/{bin,src}/**/*.test.ts',
            'examples/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, ...isolated],
        },
      },
      { extends: true, test: { name: 'isolated', include: isolated } },
    ],
  },
})
