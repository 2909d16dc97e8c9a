import { describe, expect, test } from 'vitest'
import { place } from '../policy/__fixtures__/policies.ts'
import { assemblePolicy } from '../policy/compile/compile-policy.ts'
import { createPolicyAuthority } from '../policy/create-policy-authority.ts'
import { openRun } from '../run/open-run.ts'
import { createApprovalScene } from './__fixtures__/approval-scene.ts'
import { approveWith } from './approve-with.ts'
import { type GoclawApproval, translateGoclawApproval } from './goclaw-approval.ts'

/** What becomes of a command under these settings: it runs, somebody is asked, or it is denied. */
async function verdictOn(command: string, settings: Omit<GoclawApproval, 'allowlist'>, allowlist = ['git commit']) {
  const { rules, permissionRequest } = translateGoclawApproval({ ...settings, allowlist }, ['demo.run'])
  let asked = false
  const person = approveWith(
    'person',
    () => {
      asked = true
      return { answer: 'allow_once' }
    },
    { human: true },
  )
  const scene = createApprovalScene({
    authority: createPolicyAuthority(
      assemblePolicy([{ config: { permissions: { rules } }, source: () => 'test' }], place),
    ),
    hooks: { permissionRequest },
    approvers: [person],
  })
  const { status } = await openRun(scene.options).call({ name: 'demo.run', arguments: { command } })
  return status === 'denied' ? 'deny' : asked ? 'ask' : 'allow'
}

describe('the settings of GoClaw mean on our engine', () => {
  test.each([
    ['deny', 'off', 'deny', 'deny'],
    ['deny', 'on-miss', 'deny', 'deny'],
    ['deny', 'always', 'deny', 'deny'],
    ['allowlist', 'off', 'allow', 'deny'],
    ['allowlist', 'on-miss', 'allow', 'ask'],
    ['allowlist', 'always', 'ask', 'ask'],
    ['full', 'off', 'allow', 'allow'],
    ['full', 'on-miss', 'allow', 'ask'],
    ['full', 'always', 'ask', 'ask'],
  ] as const)('security %s, ask %s: listed %s, not listed %s', async (security, ask, listed, unlisted) => {
    expect(await verdictOn('git commit -m x', { security, ask })).toBe(listed)
    expect(await verdictOn('git push origin main', { security, ask })).toBe(unlisted)
  })

  test.each([
    'git commit -m x && git push',
    'env git push',
    './git commit -m x',
    'git commit -m "$(git push)"',
    'git commit -m x | sh',
  ])('an allow list that does not reach beyond its words: %s', async (command) => {
    expect(await verdictOn(command, { security: 'allowlist', ask: 'off' })).toBe('deny')
  })

  test('a group of commands that is denied stays denied under full', async () => {
    expect(await verdictOn('rm -rf /', { security: 'full', ask: 'off' })).toBe('deny')
  })
})

test('entries without a counterpart are named, with what to write in their place', () => {
  const { rules, problems } = translateGoclawApproval({
    security: 'allowlist',
    ask: 'on-miss',
    allowlist: ['git status *', '*', '/usr/bin/*', 'sh -c "x"'],
  })
  expect(rules).toMatchObject([{ when: { command: ['git status *'] } }])
  expect(problems).toHaveLength(3)
})
