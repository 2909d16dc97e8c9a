import { expect, test } from 'vitest'
import type { SandboxProfile } from '../backend/sandbox-profile.ts'
import { explainProfile } from './explain-profile.ts'
import { type LimitKeeper, unlimited } from './limits/limit-keeper.ts'

const held = { held: true, how: 'control groups' } as const
const limits: LimitKeeper = { memory: held, processes: held, cpus: held, open: () => unlimited, sweep: () => undefined }
const machine = { privateFolders: ['/tmp'], hiddenFolders: ['/home'], programFolders: [], systemSecrets: [] }
const explain = (workspace: string, given: Partial<SandboxProfile> = {}) =>
  explainProfile(
    {
      key: 'k',
      workspace: { host: workspace, inside: workspace, access: 'write' },
      mounts: [],
      masked: [],
      readOnly: [],
      network: { kind: 'none' },
      limits: {},
      ...given,
    },
    { version: 'bubblewrap', limits },
    machine,
  ).join('\n')

test('says whether files in /tmp are kept between commands', () => {
  expect(explain('/srv/project')).toContain('/tmp is kept for the same key.')
  expect(explain('/tmp/project')).toContain('/tmp is empty for each command, because it contains a shown folder.')
})

test('says that nothing else of a sealed folder is shown', () => {
  const sealed = [{ path: '/srv/main/.git', lockable: 'packed-refs' }]
  expect(explain('/srv/project', { sealed })).toContain('/srv/main/.git: nothing else; "packed-refs" can be locked')
})

test('says how much memory there is, as its setting does', () => {
  expect(explain('/srv/project', { limits: { memoryBytes: 2048 * 1024 * 1024 } })).toContain(
    'Memory: 2048 MiB for all processes together, by control groups.',
  )
})
