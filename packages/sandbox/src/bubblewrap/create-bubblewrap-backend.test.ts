import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import type { SandboxProfile } from '../backend/sandbox-profile.ts'
import { createBoxedScene } from './__fixtures__/boxed-scene.ts'

const withProfile = (change: (profile: SandboxProfile) => Partial<SandboxProfile>) => {
  const boxed = createBoxedScene()
  return { boxed, profile: { ...boxed.profile, ...change(boxed.profile) } }
}

test('without bubblewrap every capability is absent, for a reason, and nothing is prepared', async () => {
  await using boxed = createBoxedScene({ backend: () => ({ searchPath: '/nowhere' }) })
  for (const state of Object.values(await boxed.backend.capabilities())) {
    expect(state).toEqual({ held: false, reason: expect.stringContaining('Install it') })
  }
  await expect(boxed.sandbox()).rejects.toMatchObject({ failure: { code: 'sandbox_unavailable' } })
  expect(await boxed.backend.explain(boxed.profile)).toEqual([expect.stringContaining('No sandbox')])
})

describeWithProgram('bwrap', 'profiles are checked before anything starts', () => {
  test.each(['/', '/etc', '/proc/1', '/run/user', '/dev', '/sys', '/var'])(
    '%s is put into no sandbox',
    async (host) => {
      const { boxed, profile } = withProfile(() => ({ mounts: [{ host, inside: host, access: 'read' }] }))
      await using _boxed = boxed
      await expect(boxed.backend.prepare(profile)).rejects.toMatchObject({ code: 'invalid_option' })
    },
  )

  test.each(['/usr', '/usr/bin', '/usr/lib/git-core'])('%s may be read, and not written', async (host) => {
    const { boxed, profile } = withProfile(() => ({}))
    await using _boxed = boxed
    const mount = { host, inside: host }
    const written = boxed.backend.prepare({ ...profile, mounts: [{ ...mount, access: 'write' }] })
    await expect(written).rejects.toMatchObject({ code: 'invalid_option' })
    await expect(boxed.backend.prepare({ ...profile, mounts: [{ ...mount, access: 'read' }] })).resolves.toBeDefined()
  })

  test("the user's home, what holds it, links, sockets of services and other paths inside are refused", async () => {
    const { boxed, profile } = withProfile(() => ({}))
    await using _boxed = boxed
    const { root } = boxed.scene
    const link = boxed.scene.symlink('link', boxed.scene.outside)
    const socket = boxed.scene.file('outside/docker.sock')
    for (const host of [join(root, 'user'), root, link, socket, join(root, 'gone')]) {
      const mounts = [{ host, inside: host, access: 'read' as const }]
      await expect(boxed.backend.prepare({ ...profile, mounts })).rejects.toMatchObject({ code: 'invalid_option' })
    }
    const mounts = [{ host: boxed.scene.outside, inside: '/elsewhere', access: 'read' as const }]
    await expect(boxed.backend.prepare({ ...profile, mounts })).rejects.toMatchObject({ code: 'invalid_option' })
  })

  test('what programs write to /tmp is kept for their key, found by file tools, and gone when the key ends', async () => {
    // Outside of /tmp, where a workspace would leave no place for a /tmp of its own.
    const workspace = mkdtempSync(join('/var/tmp', 'drawbridge-workspace-'))
    const place = { host: workspace, inside: workspace, access: 'write' } as const
    await using boxed = createBoxedScene({ profile: () => ({ workspace: place }) })
    try {
      const { launcher, paths } = await boxed.sandbox()
      expect(launcher.programs).toBe('machine')
      const host = paths.toHost('/tmp/x') ?? ''
      expect(host.startsWith(boxed.scratch)).toBe(true)
      expect(paths.toInside(host)).toBe('/tmp/x')
      expect(paths.toInside(join(tmpdir(), 'x'))).toBeUndefined()
      expect(paths.toInside(join(boxed.scene.home, 'key'))).toBeUndefined()
      expect(boxed.backend.paths(boxed.profile).toHost('/tmp/x')).toBe(host)
      await boxed.backend.end(boxed.profile.key)
    } finally {
      rmSync(workspace, { recursive: true })
    }
  })

  test('a profile is explained in words, with what is hidden and what is kept', async () => {
    await using boxed = createBoxedScene({ profile: ({ workspace }) => ({ readOnly: [`${workspace}/.git/config`] }) })
    const lines = (await boxed.backend.explain(boxed.profile)).join('\n')
    expect(lines).toContain(`Workspace ${boxed.workspace}: read and write.`)
    expect(lines).toContain(boxed.scene.home)
    expect(lines).toContain('.git/config')
    expect(lines).toContain('Network: none')
  })
})
