import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { env } from 'node:process'
import type { CommandTarget } from '@drawbridge/core/target'
import { testPrincipal } from '@drawbridge/core/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createScene, type Scene } from '../__fixtures__/scene.ts'
import { createBoundaries } from '../path/boundaries.ts'
import { baseEnvironment } from '../process/base-environment.ts'
import type { CommandAnalyser } from './command-analysis.ts'
import { createTargetResolver } from './create-target-resolver.ts'
import { environmentOf, isWritable } from './trusted-search-path.ts'

let scene: Scene
beforeEach(() => {
  scene = createScene()
})
afterEach(() => scene[Symbol.dispose]())

const executable = (path: string) => chmodSync(scene.file(path), 0o755)

/** Says of every command that it is on the core list. */
const trusting: CommandAnalyser = {
  analyseArgv: ([name = '']) => ({
    commands: [
      {
        argv: [{ text: name, static: true }],
        dynamic: false,
        readonly: true,
        unapproved: 'core',
        gadgets: [],
        denyGroups: [],
      },
    ],
    touches: [],
  }),
  analyseShell: () => ({ commands: [], touches: [] }),
}

async function resolved(name: string, folders: readonly string[], writeRoots: readonly string[] = []) {
  const { workspace } = scene
  const searchPath = [...folders, '/usr/bin', '/bin'].join(':')
  const resolver = createTargetResolver({ workspace, writeRoots, searchPath, analyser: async () => trusting })
  const resolution = await resolver.resolve([{ kind: 'command', argv: [name] }], testPrincipal)
  const [target] = resolution.status === 'resolved' ? resolution.targets : []
  if (target?.kind !== 'command') throw new Error('was not resolved')
  return target
}

test('a program of the system stays on the core list', async () => {
  expect(await resolved('cat', [])).toMatchObject({ unapproved: 'core', program: { name: 'cat' } })
})

test('a program that is found in the workspace or a write root is contained, by whatever link', async () => {
  executable('workspace/bin/cat')
  scene.symlink('workspace/links/cat', '/bin/sh')
  scene.symlink('outside/far', '../workspace/bin')
  scene.symlink('outside/near/cat', '../../workspace/bin/cat')
  executable('outside/own/cat')
  const own = { unapproved: 'contained', program: { replaceable: true } }
  const { workspace, outside } = scene
  for (const folder of [join(workspace, 'bin'), join(workspace, 'links'), join(outside, 'far'), join(outside, 'near')])
    expect(await resolved('cat', [folder])).toMatchObject(own)
  expect(await resolved('cat', [join(outside, 'own')], [outside])).toMatchObject(own)
  expect((await resolved('cat', [join(outside, 'own')])).unapproved).toBe('core')
})

test('what core commands start in their turn is not found there either; what was approved finds it', async () => {
  executable('workspace/bin/helper')
  scene.symlink('outside/far', '../workspace/bin')
  const { workspace, outside } = scene
  const boundaries = createBoundaries({ workspace })
  const folders = [join(workspace, 'bin'), join(outside, 'far'), 'bin', '', '/usr/bin']
  const base = { PATH: folders.join(':'), HOME: '/home/user' }
  const core = await resolved('cat', [])
  const other: CommandTarget = { ...core, unapproved: null }
  expect(environmentOf([core], { base, boundaries })).toEqual({ PATH: '/usr/bin', HOME: '/home/user' })
  expect(environmentOf([core, other], { base, boundaries })).toEqual(base)
  expect(environmentOf([], { base, boundaries })).toEqual(base)
})

test('no program is looked for in a folder that is another one in each place', () => {
  const PATH = ['node_modules/.bin', '', '.', '/usr/bin', '~/bin', '/bin'].join(':')
  expect(baseEnvironment({ source: { ...env, PATH } }).PATH).toBe('/usr/bin:/bin')
})

test('a workspace that is the whole machine does not hold its system', () => {
  const boundaries = { ...createBoundaries({ workspace: scene.workspace }), workspace: '/' }
  expect([isWritable('/usr/bin/cat', boundaries), isWritable('/srv/bin/cat', boundaries)]).toEqual([false, true])
})
