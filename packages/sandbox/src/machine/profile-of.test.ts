import { describe, expect, test } from 'vitest'
import { type ProfileRequest, profileOf } from './profile-of.ts'

const request: ProfileRequest = {
  key: 'k',
  settings: { backend: 'bubblewrap', workspace: 'write', network: 'none', limits: { processes: 9 }, scope: 'session' },
  boundaries: { workspace: '/w', readRoots: [], writeRoots: [], home: '/home/me/.drawbridge', denied: ['/w/closed'] },
  readsOnly: false,
  survey: { masked: ['/w/.env'], readOnly: ['/w/sub/.vscode', '/r/.idea'] },
}
const where = (given: Partial<ProfileRequest>) => profileOf({ ...request, ...given })

describe('a profile', () => {
  test('shows the workspace, hides what is closed, and protects what it lets be written', () => {
    expect(profileOf(request)).toMatchObject({
      workspace: { host: '/w', inside: '/w', access: 'write' },
      mounts: [],
      masked: ['/home/me/.drawbridge', '/w/closed', '/w/.env'],
      network: { kind: 'none' },
      limits: { processes: 9 },
    })
    const { readOnly } = profileOf(request)
    expect(readOnly).toEqual(
      expect.arrayContaining(['/w/.git/hooks', '/w/.git/commondir', '/w/drawbridge.jsonc', '/w/sub/.vscode']),
    )
    expect(readOnly).not.toContain('/r/.idea')
  })

  test('protects missing login files where a folder is a home, and not in every project', () => {
    expect(profileOf(request).readOnly).not.toContain('/w/.bashrc')
    expect(where({ survey: { masked: [], readOnly: ['/w/.profile'] } }).readOnly).toContain('/w/.bashrc')
  })

  test('of a run that only reads has nothing to write but its own /tmp', () => {
    const boundaries = { ...request.boundaries, writeRoots: ['/out'] }
    expect(where({ readsOnly: true, boundaries, temporary: '/scratch' })).toMatchObject({
      workspace: { access: 'read' },
      mounts: [
        { host: '/out', access: 'read' },
        { host: '/scratch', inside: '/tmp', access: 'write' },
      ],
      readOnly: [],
    })
  })

  test.each(['none', 'read'] as const)('never shows more of the workspace than is configured: %s', (workspace) => {
    const settings = { ...request.settings, workspace }
    expect(where({ settings })).toMatchObject({ workspace: { access: workspace }, readOnly: [] })
    expect(where({ settings, readsOnly: true })).toMatchObject({ workspace: { access: workspace } })
  })

  test('mounts each root once: what may be written may be read, and an outer root says it all', () => {
    const boundaries = {
      ...request.boundaries,
      readRoots: ['/r', '/r/in', '/r', '/w/skills', '/out/x'],
      writeRoots: ['/out', '/out/deep'],
    }
    expect(where({ boundaries }).mounts).toEqual([
      { host: '/r', inside: '/r', access: 'read' },
      { host: '/out', inside: '/out', access: 'write' },
    ])
  })

  test('shows a repository elsewhere, and protects only what it names there', () => {
    const repository = {
      mounts: [{ host: '/m/refs', inside: '/m/refs', access: 'write' as const }],
      readOnly: ['/m/refs/replace', '/elsewhere/config'],
      sealed: [{ path: '/m', lockable: 'packed-refs' }],
    }
    const { mounts, readOnly, sealed } = where({ repository })
    expect(mounts).toEqual(repository.mounts)
    expect(sealed).toEqual(repository.sealed)
    expect(readOnly.filter((path) => !path.startsWith('/w/'))).toEqual(['/m/refs/replace'])
  })

  test('filters the network through the proxy, and reaches nothing without one', () => {
    const settings = { ...request.settings, network: { allow: ['a.com'] } }
    const proxy = { socket: '/s', adopt: () => undefined }
    expect(where({ settings, proxy }).network).toEqual({ kind: 'filtered', proxy })
    expect(where({ settings }).network).toEqual({ kind: 'none' })
    expect(where({ settings: { ...settings, network: 'host' } }).network).toEqual({ kind: 'host' })
  })
})
