import { describe, expect, test } from 'vitest'
import type { SandboxProfile } from '../backend/sandbox-profile.ts'
import { bubblewrapArguments } from './bubblewrap-arguments.ts'
import { type LayoutFacts, layoutOf } from './layout.ts'

const profile: SandboxProfile = {
  key: 'k',
  workspace: { host: '/home/me/.drawbridge/a/work', inside: '/home/me/.drawbridge/a/work', access: 'write' },
  mounts: [{ host: '/home/me/docs', inside: '/home/me/docs', access: 'read' }],
  masked: [],
  readOnly: [],
  network: { kind: 'none' },
  limits: {},
}
const facts: LayoutFacts = {
  privateFolders: ['/tmp', '/home/me'],
  hiddenFolders: ['/home', '/run'],
  temporaryFolder: '/data/keys/k/tmp',
  programFolders: ['/home/me/.nvm/v24'],
  maskedFolders: ['/home/me/.drawbridge', '/home/me/docs/keys'],
  maskedFiles: ['/home/me/.ssh/id_rsa', '/home/me/.drawbridge/a/work/.env', '/etc/shadow'],
  pinnedFolders: ['/home/me/.drawbridge/a/work/.git'],
  protectedPaths: ['/home/me/.drawbridge/a/work/.git/config'],
  placeholders: ['/home/me/.drawbridge/a/work/.vscode'],
}
const layout = layoutOf(profile, facts)
const indexOf = (path: string) => layout.findLastIndex((step) => step.path === path)

describe('a layout', () => {
  test('puts what lies further in after what holds it', () => {
    for (const [index, { path }] of layout.entries()) {
      const later = layout.slice(index + 1).filter((step) => path.startsWith(`${step.path}/`))
      expect(later).toEqual([])
    }
  })

  test('of a sealed folder has nothing but what is mounted there, and becomes read-only at the end', () => {
    const sealed = [{ path: '/home/me/.git', lockable: 'refs' }]
    const steps = (more: Partial<LayoutFacts>) =>
      layoutOf({ ...profile, sealed }, { ...facts, blankFile: '/data/blank', ...more })
    const inside = '/home/me/.git/.drawbridge-lock/refs'
    expect(steps({}).find(({ path }) => path === inside)).toMatchObject({ host: '/data/blank', access: 'read' })
    const lockableFiles = ['/home/me/.git/refs']
    expect(steps({ lockableFiles }).find(({ path }) => path === inside)).toMatchObject({ host: lockableFiles[0] })
    expect(steps({}).find(({ path }) => path === lockableFiles[0])).toMatchObject({
      kind: 'link',
      target: '.drawbridge-lock/refs',
    })
    const hosts = steps({}).flatMap((step) => (step.kind === 'bind' ? [step.host] : []))
    const words = bubblewrapArguments({
      layout: steps({}),
      descriptors: new Map(hosts.map((host, index) => [host, index])),
      nothing: '/nothing',
      hasOwnRoot: false,
      isFirstProcess: false,
      sharesNetwork: false,
      workingFolder: '/',
      status: 3,
      environment: {},
    })
    const lastMount = words.lastIndexOf('--ro-bind-fd')
    expect(words.slice(words.lastIndexOf('--remount-ro')).slice(0, 2)).toEqual(['--remount-ro', '/home/me/.git'])
    expect(words.lastIndexOf('--remount-ro')).toBeGreaterThan(lastMount)
  })

  test('brings workspace, roots and folders of programs back into the homes that it hides', () => {
    expect(indexOf('/home')).toBeLessThan(indexOf('/home/me'))
    expect(layout[indexOf('/home/me/docs')]).toMatchObject({ kind: 'bind', access: 'read' })
    expect(layout[indexOf('/home/me/.nvm/v24')]).toMatchObject({ kind: 'bind', access: 'read' })
    expect(layout[indexOf('/tmp')]).toEqual({ kind: 'bind', path: '/tmp', host: '/data/keys/k/tmp', access: 'write' })
  })

  test('masks what would be seen, and leaves alone what is hidden anyway', () => {
    expect(layout[indexOf('/etc/shadow')]).toEqual({ kind: 'nothing', path: '/etc/shadow' })
    expect(layout[indexOf('/home/me/.drawbridge/a/work/.env')]).toMatchObject({ kind: 'nothing' })
    expect(layout[indexOf('/home/me/docs/keys')]).toMatchObject({ kind: 'empty', closed: true })
    expect([indexOf('/home/me/.ssh/id_rsa'), indexOf('/home/me/.drawbridge')]).toEqual([-1, -1])
  })

  test('lets the mask have the last word where a path is granted and masked', () => {
    const both = layoutOf(profile, { ...facts, maskedFolders: ['/home/me/docs'] })
    expect(both.findLast(({ path }) => path === '/home/me/docs')).toMatchObject({ kind: 'empty', closed: true })
  })

  test('shows a workspace that is not given as an empty folder', () => {
    const without = layoutOf({ ...profile, workspace: { ...profile.workspace, access: 'none' } }, facts)
    expect(without.find(({ path }) => path === profile.workspace.inside)).toMatchObject({
      kind: 'empty',
      closed: false,
    })
    expect(without.some(({ path }) => path.endsWith('.git/config'))).toBe(false)
  })
})

describe('what bubblewrap is told', () => {
  const told = bubblewrapArguments({
    layout,
    descriptors: new Map(layout.flatMap((step, index) => (step.kind === 'bind' ? [[step.host, 10 + index]] : []))),
    nothing: '/data/nothing',
    hasOwnRoot: false,
    isFirstProcess: false,
    sharesNetwork: false,
    workingFolder: '/home/me/.drawbridge/a/work',
    seccomp: 5,
    status: 4,
    environment: { PATH: '/bin', '--bind': '/' },
  })
  const following = (option: string, count: number) =>
    told.flatMap((word, index) => (word === option ? [told.slice(index + 1, index + 1 + count)] : []))

  test('makes namespaces of all kinds and drops all rights', () => {
    const options = ['user', 'pid', 'ipc', 'uts', 'net', 'cgroup-try'].map((name) => `--unshare-${name}`)
    expect(told).toEqual(expect.arrayContaining([...options, '--disable-userns', '--new-session', '--die-with-parent']))
    expect(following('--cap-drop', 1)).toEqual([['ALL']])
    expect(following('--ro-bind', 2)[0]).toEqual(['/', '/'])
  })

  test('binds by descriptor only, but for the root and what covers masked files', () => {
    expect(following('--bind', 2)).toEqual([['/']])
    expect(
      following('--ro-bind', 2)
        .slice(1)
        .every(([source]) => source === '/data/nothing'),
    ).toBe(true)
    expect(following('--bind-fd', 2).map(([, path]) => path)).toEqual([
      '/tmp',
      profile.workspace.inside,
      `${profile.workspace.inside}/.git`,
    ])
  })

  test('closes the settings of the kernel, and folders that hide something', () => {
    expect(following('--remount-ro', 1)).toEqual([['/dev'], ['/proc']])
    const folders = following('--perms', 5).map(([mode, , , , path]) => `${mode} ${path}`)
    expect(folders).toEqual(
      expect.arrayContaining(['0111 /home', '0111 /run', '0755 /home/me', `0555 ${profile.workspace.inside}/.vscode`]),
    )
  })

  test("shares the network only where it is the machine's", () => {
    expect(told).toContain('--unshare-net')
  })
})
