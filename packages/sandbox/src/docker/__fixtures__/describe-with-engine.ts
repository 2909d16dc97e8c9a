import { afterAll, beforeAll } from 'vitest'
import { describeWithPrograms } from '../../../../../scripts/test-support/describe-with.ts'
import { type ContainerEngine, startContainerEngine } from './container-engine.ts'

/**
 * A suite that needs a container engine, of which it gets one of its own for all of its tests; `DRAWBRIDGE_REQUIRE` calls it `docker`.
 */
export function describeWithEngine(reason: string, suite: (engine: () => ContainerEngine) => void): void {
  describeWithPrograms('docker', ['podman', 'runc', 'busybox'], reason, ({ podman, runc, busybox }) => {
    let engine: ContainerEngine | undefined
    beforeAll(async () => {
      engine = await startContainerEngine({ podman, runc, busybox })
    }, 120_000)
    afterAll(async () => {
      await engine?.[Symbol.asyncDispose]()
    }, 120_000)
    suite(() => {
      if (engine === undefined) throw new Error('The engine was not started.')
      return engine
    })
  })
}
