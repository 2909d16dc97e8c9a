import { describe, expect, test } from 'vitest'
import type { SandboxProfile } from '../../backend/sandbox-profile.ts'
import type { PathFact } from './path-facts.ts'
import { pathsToLookAt, planMounts } from './plan-mounts.ts'

const empty = { file: '/state/empty/file', folder: '/state/empty/folder' }

function profile(given: Partial<SandboxProfile> = {}): SandboxProfile {
  return {
    key: 'session',
    workspace: { host: '/home/me/project', inside: '/workspace', access: 'write' },
    mounts: [],
    masked: [],
    readOnly: [],
    network: { kind: 'none' },
    limits: {},
    ...given,
  }
}

function plan(given: SandboxProfile, existing: Readonly<Record<string, 'file' | 'folder' | 'link' | 'other'>>) {
  const facts = pathsToLookAt(given).map((path): [string, PathFact] => {
    const kind = existing[path]
    return [path, kind === undefined ? { kind: 'absent' } : { kind, id: path, uid: 1, gid: 1 }]
  })
  const { mounts, placeholders } = planMounts(given, new Map(facts), empty)
  return {
    mounts: mounts.map(({ source, target, readOnly }) => `${source} ${target} ${readOnly ? 'ro' : 'rw'}`),
    placeholders: placeholders.map(({ path, kind }) => `${kind} ${path}`),
  }
}

const project = { '/home/me/project': 'folder' } as const

describe('places', () => {
  test('are mounted with their access, and a workspace without access is not', () => {
    const mounts = [{ host: '/skills', inside: '/skills', access: 'read' }] as const
    const existing = { ...project, '/skills': 'folder' } as const
    expect(plan(profile({ mounts }), existing).mounts).toEqual(['/home/me/project /workspace rw', '/skills /skills ro'])
    const workspace = { host: '/home/me/project', inside: '/workspace', access: 'none' } as const
    expect(plan(profile({ mounts, workspace }), existing).mounts).toEqual(['/skills /skills ro'])
  })

  test('that do not exist are refused: the engine would make them', () => {
    expect(() => plan(profile(), {})).toThrow(/does not exist/)
  })
})

describe('what is read-only', () => {
  test('is mounted read-only, and the folders above it become mount points', () => {
    const readOnly = ['/home/me/project/.git/hooks', '/home/me/project/.git/config']
    const existing = {
      ...project,
      '/home/me/project/.git': 'folder',
      '/home/me/project/.git/hooks': 'folder',
      '/home/me/project/.git/config': 'file',
    } as const
    expect(plan(profile({ readOnly }), existing)).toEqual({
      mounts: [
        '/home/me/project /workspace rw',
        '/home/me/project/.git /workspace/.git rw',
        '/home/me/project/.git/hooks /workspace/.git/hooks ro',
        '/home/me/project/.git/config /workspace/.git/config ro',
        '/home/me/project/.git/commondir /workspace/.git/commondir ro',
      ],
      placeholders: ['file /home/me/project/.git/commondir'],
    })
  })

  test('and does not exist gets a placeholder, where the first missing part of it is', () => {
    const readOnly = ['/home/me/project/.git/hooks', '/home/me/project/.mcp.json', '/home/me/project/.vscode']
    expect(plan(profile({ readOnly }), project)).toEqual({
      mounts: [
        '/home/me/project /workspace rw',
        '/home/me/project/.git /workspace/.git ro',
        '/home/me/project/.mcp.json /workspace/.mcp.json ro',
        '/home/me/project/.vscode /workspace/.vscode ro',
      ],
      placeholders: [
        'folder /home/me/project/.git',
        'folder /home/me/project/.mcp.json',
        'folder /home/me/project/.vscode',
      ],
    })
  })

  test('and lies below what is a file holds that file, as the .git of a worktree is', () => {
    const readOnly = ['/home/me/project/.git/hooks']
    expect(plan(profile({ readOnly }), { ...project, '/home/me/project/.git': 'file' }).mounts).toEqual([
      '/home/me/project /workspace rw',
      '/home/me/project/.git /workspace/.git ro',
    ])
  })

  test('needs nothing where nothing can be written', () => {
    const workspace = { host: '/home/me/project', inside: '/workspace', access: 'read' } as const
    const readOnly = ['/home/me/project/.mcp.json']
    expect(plan(profile({ workspace, readOnly }), project).placeholders).toEqual([])
  })

  test('and a link is refused: it could be replaced', () => {
    const readOnly = ['/home/me/project/.bashrc']
    const existing = { ...project, '/home/me/project/.bashrc': 'link' } as const
    expect(() => plan(profile({ readOnly }), existing)).toThrow(/symbolic link/)
  })
})

describe('what is masked', () => {
  test('is covered by something empty of its kind, and cannot be moved away for the next time', () => {
    const masked = [
      '/home/me/project/keys/id',
      '/home/me/project/private',
      '/home/me/elsewhere',
      '/home/me/project/none',
    ]
    const existing = {
      ...project,
      '/home/me/project/keys': 'folder',
      '/home/me/project/keys/id': 'file',
      '/home/me/project/private': 'folder',
    } as const
    expect(plan(profile({ masked }), existing).mounts).toEqual([
      '/home/me/project /workspace rw',
      '/home/me/project/keys /workspace/keys rw',
      '/state/empty/folder /workspace/private ro',
      '/state/empty/file /workspace/keys/id ro',
    ])
  })

  test('wins where something is both', () => {
    const both = ['/home/me/project/.git']
    const existing = { ...project, '/home/me/project/.git': 'folder' } as const
    expect(plan(profile({ masked: both, readOnly: both }), existing).mounts).toEqual([
      '/home/me/project /workspace rw',
      '/state/empty/folder /workspace/.git ro',
    ])
  })

  test('covers everything in it at once, whatever else is said of that', () => {
    const masked = ['/home/me/project/private/token', '/home/me/project/private']
    const readOnly = ['/home/me/project/private/.git/config', '/home/me/project/private/none']
    const existing = {
      ...project,
      '/home/me/project/private': 'folder',
      '/home/me/project/private/token': 'file',
      '/home/me/project/private/.git': 'folder',
      '/home/me/project/private/.git/config': 'file',
    } as const
    expect(plan(profile({ masked, readOnly }), existing)).toEqual({
      mounts: ['/home/me/project /workspace rw', '/state/empty/folder /workspace/private ro'],
      placeholders: [],
    })
  })

  test('is covered in what is read-only, too', () => {
    const masked = ['/home/me/project/.vscode/token']
    const readOnly = ['/home/me/project/.vscode', '/home/me/project/.vscode/none']
    const existing = {
      ...project,
      '/home/me/project/.vscode': 'folder',
      '/home/me/project/.vscode/token': 'file',
    } as const
    expect(plan(profile({ masked, readOnly }), existing)).toEqual({
      mounts: [
        '/home/me/project /workspace rw',
        '/home/me/project/.vscode /workspace/.vscode ro',
        '/state/empty/file /workspace/.vscode/token ro',
      ],
      placeholders: [],
    })
  })

  test('does not cover a place that lies inside of it', () => {
    expect(plan(profile({ masked: ['/home/me'] }), project).mounts).toEqual(['/home/me/project /workspace rw'])
  })
})
