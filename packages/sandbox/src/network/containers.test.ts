import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createDockerBackend } from '../docker/create-docker-backend.ts'

it('a container, which has no way to a filtered network, is refused instead of opened', async () => {
  const home = mkdtempSync(join(tmpdir(), 'drawbridge-containers-'))
  await using backend = createDockerBackend({ home, stateFolder: home, socket: join(home, 'engine.sock') })
  const preparing = backend.prepare({
    key: 'test',
    workspace: { host: home, inside: '/workspace', access: 'none' },
    mounts: [],
    masked: [],
    readOnly: [],
    network: { kind: 'filtered', proxy: { socket: join(home, 'proxy.sock'), serve: () => undefined } },
    limits: {},
  })
  await expect(preparing).rejects.toThrow(
    'Containers have no way to a network of single hosts. Use the backend bubblewrap',
  )
  rmSync(home, { recursive: true })
})
