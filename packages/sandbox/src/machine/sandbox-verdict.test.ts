import { describe, expect, test } from 'vitest'
import type { CapabilityReport, SandboxCapability } from '../backend/sandbox-backend.ts'
import { allHeld } from '../testing/create-fake-backend.ts'
import type { SandboxSettings } from './sandbox-settings.ts'
import { type SandboxWish, sandboxVerdict } from './sandbox-verdict.ts'

const settings: SandboxSettings = {
  backend: 'bubblewrap',
  workspace: 'write',
  network: 'none',
  limits: {},
  scope: 'session',
}
const wish: SandboxWish = { settings, required: [] }
const without = (...missing: readonly SandboxCapability[]): CapabilityReport => ({
  ...allHeld,
  ...Object.fromEntries(missing.map((name) => [name, { held: false, reason: `${name} is missing.` }])),
})

describe('what there has to be', () => {
  test('is a wall, and nothing that nobody asked for', () => {
    expect(sandboxVerdict(wish, without('pids', 'memory'))).toEqual({ kind: 'sandbox' })
    expect(sandboxVerdict(wish, without('fs-write'))).toMatchObject({ kind: 'unavailable', isRequired: false })
  })

  test.each([
    ['the network is closed', { network: 'none' }, 'net'],
    ['hosts are filtered', { network: { allow: ['a.com'] } }, 'net'],
    ['memory is limited', { limits: { memoryBytes: 1 } }, 'memory'],
    ['processes are limited', { limits: { processes: 1 } }, 'pids'],
  ] as const)('is also what is configured: %s', (_what, given, capability) => {
    const verdict = sandboxVerdict({ ...wish, settings: { ...settings, ...given } }, without(capability))
    expect(verdict).toMatchObject({
      kind: 'unavailable',
      reason: `bubblewrap cannot enforce ${capability} here: ${capability} is missing.`,
    })
  })

  test('is, where hosts are filtered, a way to those alone', () => {
    const filtered: SandboxSettings = { ...settings, network: { allow: ['a.com'] } }
    const noWay: CapabilityReport = { ...allHeld, 'net-hosts': { held: false, reason: 'There is no way.' } }
    expect(sandboxVerdict(wish, noWay)).toEqual({ kind: 'sandbox' })
    expect(sandboxVerdict({ ...wish, settings: filtered }, allHeld)).toEqual({ kind: 'sandbox' })
    expect(sandboxVerdict({ ...wish, settings: filtered, required: ['net'] }, noWay)).toEqual({
      kind: 'unavailable',
      reason: 'bubblewrap cannot enforce net here: There is no way.',
      isRequired: true,
    })
  })

  test('requires no closed network if the network is open', () => {
    expect(sandboxVerdict({ ...wish, settings: { ...settings, network: 'host' } }, without('net'))).toEqual({
      kind: 'sandbox',
    })
  })
})

describe('what is missing', () => {
  test('is done without where the operator said so, but not what is required', () => {
    expect(sandboxVerdict({ ...wish, fallback: 'host' }, without('fs-read'))).toMatchObject({ kind: 'host' })
    const strict: SandboxWish = { ...wish, fallback: 'host', required: ['memory'] }
    expect(sandboxVerdict(strict, without('memory'))).toMatchObject({ kind: 'unavailable', isRequired: true })
  })

  test('names each reason once', () => {
    const same = { held: false, reason: 'There is no bubblewrap.' } as const
    const report: CapabilityReport = { 'fs-read': same, 'fs-write': same, net: same, pids: same, memory: same }
    expect(sandboxVerdict(wish, report)).toMatchObject({
      reason: 'bubblewrap cannot enforce fs-read, fs-write, net here: There is no bubblewrap.',
    })
  })
})
