import { expect, test } from 'vitest'
import type { SandboxProfile } from '../backend/sandbox-profile.ts'
import { defaultLimits } from './container/container-settings.ts'
import { explainProfile } from './explain-profile.ts'

const profile: SandboxProfile = {
  key: 'k',
  workspace: { host: '/srv/project', inside: '/workspace', access: 'write' },
  mounts: [],
  masked: ['/srv/project/.env'],
  readOnly: [],
  network: { kind: 'none' },
  limits: {},
}
const explain = (limits: SandboxProfile['limits']) =>
  explainProfile({ ...profile, limits }, { image: 'a:1', ...defaultLimits }, '/engine.sock').join('\n')

test('says which limits hold, its own where the profile has none', () => {
  expect(explain({})).toContain('Limits: 512 MiB of memory, 1 processors, 256 processes')
  expect(explain({ memoryBytes: 64 * 1024 * 1024, processes: 32 })).toContain(
    'Limits: 64 MiB of memory, 1 processors, 32 processes',
  )
})

test('says where the workspace is and what is hidden', () => {
  const lines = explain({})
  expect(lines).toContain('/srv/project at /workspace (write)')
  expect(lines).toContain('Hidden: /srv/project/.env')
})
