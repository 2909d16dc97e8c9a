import { afterEach, expect, test, vi } from 'vitest'
import { describeWithEngine } from '../../../sandbox/src/docker/__fixtures__/describe-with-engine.ts'
import { describeSandboxedCalls } from './__fixtures__/sandboxed-calls.ts'
import { createSandboxedFolder, textOf } from './__fixtures__/sandboxed-folder.ts'

describeWithEngine('it runs the containers', (engine) => {
  const section = () => ({ backend: 'docker', image: engine().image, socket: engine().socket }) as const

  afterEach(() => void vi.unstubAllEnvs())

  describeSandboxedCalls(() => ({ section: section(), inside: () => '/workspace' }))

  test('hosts that are allowed one by one are asked for through the proxy, and others refused', async () => {
    using folder = createSandboxedFolder()
    const sandbox = { ...section(), network: { allow: ['allowed.test'] }, required: ['net'] } as const
    await using drawbridge = await folder.open(sandbox)
    const explained = await drawbridge.explainSandbox()
    expect(explained.capabilities?.['net-hosts']).toMatchObject({ held: true })
    expect(explained.profile.join('\n')).toContain('Allowed hosts: allowed.test.')
    await using session = drawbridge.openSession()
    const command = 'env | grep -c "^http_proxy="; wget -O - http://other.test/ 2>&1; true'
    const outcome = await session.call({ name: 'runtime__exec', arguments: { command } })
    expect(textOf(outcome)).toMatch(/1\n[\s\S]*Connecting to 127\.0\.0\.1:3128[\s\S]*403 Forbidden/)
  })

  test('where they cannot be, and the network is required, nothing starts', async () => {
    using folder = createSandboxedFolder()
    vi.stubEnv('PATH', folder.root)
    const opening = folder.open({ ...section(), network: { allow: ['allowed.test'] }, required: ['net'] })
    await expect(opening).rejects.toMatchObject({
      code: 'sandbox_unavailable',
      message: expect.stringContaining('util-linux ("nsenter") is not on the search path. Install it.'),
    })
  })
})
