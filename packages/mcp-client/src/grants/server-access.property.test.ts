import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { resolveAccess, type ServerGrant, type ServerRules } from './server-access.ts'

const tools = ['read', 'write', 'Read', '', 'a.b']
const list = fc.option(fc.subarray(tools), { nil: undefined })
const rules: fc.Arbitrary<ServerRules> = fc.record({
  toolAllow: list,
  toolDeny: list,
  requireAgentGrant: fc.option(fc.boolean(), { nil: undefined }),
  requireUserGrant: fc.option(fc.boolean(), { nil: undefined }),
})
const grant = (kind: 'agent' | 'user') =>
  fc.option(
    fc.record({ enabled: fc.boolean(), toolAllow: list, toolDeny: fc.subarray(tools) }).map(
      ({ toolAllow, ...rest }): ServerGrant => ({
        server: 's',
        subject: { kind, id: 'x' },
        ...rest,
        ...(toolAllow === undefined ? {} : { toolAllow }),
      }),
    ),
    { nil: undefined },
  )

const isOpenTo = (access: ReturnType<typeof resolveAccess>, tool: string) =>
  access.status === 'open' && access.objectionTo(tool) === undefined

test('a tool is open exactly if no list denies it, every list allows it, and every demanded grant is there and on', () => {
  fc.assert(
    fc.property(rules, grant('agent'), grant('user'), fc.constantFrom(...tools), (given, agent, user, tool) => {
      const parts = [given, agent, user].filter((part) => part !== undefined)
      const isDenied = parts.some(({ toolDeny = [] }) => toolDeny.includes(tool))
      const isAllowed = parts.every(({ toolAllow }) => toolAllow === undefined || toolAllow.includes(tool))
      const hasGrants =
        (given.requireAgentGrant !== true || agent !== undefined) &&
        (given.requireUserGrant !== true || user !== undefined)
      const isOn = agent?.enabled !== false && user?.enabled !== false
      expect(isOpenTo(resolveAccess(given, { agent, user }), tool)).toBe(!isDenied && isAllowed && hasGrants && isOn)
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

test('a grant never opens more than there was without it, but for a server that demands it', () => {
  fc.assert(
    fc.property(rules, grant('agent'), grant('user'), fc.constantFrom(...tools), (given, agent, user, tool) => {
      const free = { ...given, requireAgentGrant: false, requireUserGrant: false }
      const without = resolveAccess(free, { agent: undefined, user: undefined })
      if (isOpenTo(resolveAccess(free, { agent, user }), tool)) expect(isOpenTo(without, tool)).toBe(true)
    }),
    { numRuns: propertyRuns(1_000) },
  )
})

test('an empty list of allowed tools is none, and an absent one is all', () => {
  const nobody = { agent: undefined, user: undefined }
  expect(isOpenTo(resolveAccess({ toolAllow: [] }, nobody), 'read')).toBe(false)
  expect(isOpenTo(resolveAccess({}, nobody), 'read')).toBe(true)
})

test('a list of tools does not open a server that demands a grant', () => {
  const access = resolveAccess({ toolAllow: ['read'], requireAgentGrant: true }, { agent: undefined, user: undefined })
  expect(access).toEqual({ status: 'closed', why: 'is not granted to this agent' })
})
