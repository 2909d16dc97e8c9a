import { expect, test } from 'vitest'
import type { SandboxProfile } from '../../backend/sandbox-profile.ts'
import { type ContainerBodyOptions, containerBody } from './container-body.ts'

const profile: SandboxProfile = {
  key: 'session',
  workspace: { host: '/home/me/project', inside: '/workspace', access: 'write' },
  mounts: [],
  masked: [],
  readOnly: [],
  network: { kind: 'none' },
  limits: {},
}
const options: ContainerBodyOptions = {
  profile,
  plan: { mounts: [{ source: '/home/me/project', target: '/workspace', readOnly: true }], placeholders: [] },
  settings: { image: 'an/image:1', user: '7:8', memoryBytes: 1024, cpus: 0.5, processes: 16 },
  imageId: 'sha256:1',
  kind: 'docker',
  identity: ['/home/me/project 1:2'],
  labels: { owner: 'me' },
}
const bodyOf = (given: Partial<ContainerBodyOptions> = {}) => containerBody({ ...options, ...given }).body

test('what is mounted below a folder that is read-only does not come along: there it could be written', () => {
  const bind = { Type: 'bind', Source: '/home/me/project', Target: '/workspace', ReadOnly: true }
  const BindOptions = { Propagation: 'rprivate', NonRecursive: true }
  expect(bodyOf()).toMatchObject({ HostConfig: { Mounts: [{ ...bind, BindOptions }] } })
})

test('the limits of the profile go before those of the backend', () => {
  expect(bodyOf()).toMatchObject({ HostConfig: { Memory: 1024, NanoCpus: 500_000_000, PidsLimit: 16, Ulimits: [] } })
  const limits = { memoryBytes: 2048, cpus: 2, processes: 32, openFiles: 64 }
  expect(bodyOf({ profile: { ...profile, limits } })).toMatchObject({
    HostConfig: {
      Memory: 2048,
      MemorySwap: 2048,
      NanoCpus: 2_000_000_000,
      PidsLimit: 32,
      Ulimits: [{ Name: 'nofile', Soft: 64, Hard: 64 }],
    },
  })
})

test('what is temporary is memory, except where a folder stands', () => {
  const plan = { mounts: [{ source: '/scratch', target: '/tmp', readOnly: false }], placeholders: [] }
  const tmpfs = (given: Partial<ContainerBodyOptions>) =>
    JSON.stringify(bodyOf(given)).match(/"Tmpfs":(\{.*?\})/)?.[1] ?? ''
  expect(Object.keys(JSON.parse(tmpfs({})))).toEqual(['/run', '/var/tmp', '/tmp'])
  expect(Object.keys(JSON.parse(tmpfs({ plan })))).toEqual(['/run', '/var/tmp'])
  expect(tmpfs({ kind: 'podman' })).toContain('notmpcopyup')
})

test('of a filtered network nothing is inside: it is none', () => {
  const network = { kind: 'filtered', proxy: { socket: '/scratch/proxy.sock', adopt: () => undefined } } as const
  const body = bodyOf({ profile: { ...profile, network } })
  expect(body).toMatchObject({ NetworkDisabled: true, HostConfig: { NetworkMode: 'none' } })
  expect(JSON.stringify(body)).not.toContain('/scratch')
})

test('another profile, another image or another file at the same path is another configuration; other labels are not', () => {
  const of = (given: Partial<ContainerBodyOptions>) => containerBody({ ...options, ...given }).configuration
  const changes: Partial<ContainerBodyOptions>[] = [
    { profile: { ...profile, limits: { processes: 3 } } },
    { imageId: 'sha256:2' },
    { identity: ['/home/me/project 1:3'] },
    { settings: { ...options.settings, user: '9:9' } },
  ]
  expect(new Set(changes.map(of)).add(of({})).size).toBe(changes.length + 1)
  expect(of({ labels: { owner: 'you' } })).toBe(of({}))
})
