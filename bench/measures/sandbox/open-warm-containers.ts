import { join } from 'node:path'
import type { SandboxBackend } from '@drawbridge/sandbox'
import { createDockerBackend } from '@drawbridge/sandbox/docker'
import { startContainerEngine } from '../../../packages/sandbox/src/docker/__fixtures__/container-engine.ts'
import { findProgram } from '../../../scripts/test-support/find-program.ts'

export type WarmContainers =
  | ({ readonly status: 'open'; readonly backend: SandboxBackend } & AsyncDisposable)
  | { readonly status: 'absent'; readonly reason: string }

/** An engine of the bench's own, with the image that tests use too: no image has to be there. */
export async function openWarmContainers(home: string): Promise<WarmContainers> {
  const [podman, runc, busybox] = ['podman', 'runc', 'busybox'].map((name) => findProgram(name))
  if (podman === undefined || runc === undefined || busybox === undefined) {
    return { status: 'absent', reason: 'it needs podman, runc and a static busybox.' }
  }
  const engine = await startContainerEngine({ podman, runc, busybox })
  const backend = createDockerBackend({
    home,
    stateFolder: join(home, 'docker'),
    image: engine.image,
    socket: engine.socket,
  })
  return {
    status: 'open',
    backend,
    [Symbol.asyncDispose]: async () => {
      await backend[Symbol.asyncDispose]()
      await engine[Symbol.asyncDispose]()
    },
  }
}
