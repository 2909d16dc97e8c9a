import * as analyser from '@drawbridge/shell'
import { describe, expect, test } from 'vitest'
import { createApprovalScene } from '../approval/__fixtures__/approval-scene.ts'
import { approveWith } from '../approval/approve-with.ts'
import type { DrawbridgeEvent } from '../event/drawbridge-event.ts'
import { policyOf } from '../policy/__fixtures__/policies.ts'
import type { Authority } from '../policy/authority.ts'
import { builtInAuthority } from '../policy/built-in-policy.ts'
import { createPolicyAuthority } from '../policy/create-policy-authority.ts'
import { openRun } from '../run/open-run.ts'
import { type SimulationReport, simulate } from './simulate.ts'

const place = { workspace: '/workspace', userHome: '/home/user', analyser }

/** What a session recorded, as it is read back from its file. */
async function record(
  calls: readonly { readonly name: string; readonly arguments: unknown }[],
  answer: 'allow_once' | 'allow_for_session' | 'deny' = 'allow_once',
) {
  const scene = createApprovalScene()
  const approver = approveWith('person', ({ offers }) => ({
    answer: offers.some((offer) => offer.answer === answer) ? answer : 'allow_once',
  }))
  const run = openRun({ ...scene.options, approvers: [approver] })
  for (const call of calls) await run.call(call)
  const { registry } = scene.options
  return {
    events: JSON.parse(JSON.stringify(scene.recorder.events)) as DrawbridgeEvent[],
    findTool: (name: string) => registry.list().find((tool) => tool.name === name),
  }
}

async function tryOn(authority: Authority, recorded: Awaited<ReturnType<typeof record>>): Promise<SimulationReport> {
  return simulate(recorded.events, { ...place, authority, findTool: recorded.findTool })
}

const command = (line: string) => ({ name: 'demo.run', arguments: { command: line } })
const write = (path: string) => ({ name: 'demo.write', arguments: { path } })

describe('a simulation', () => {
  test.each(['allow_once', 'allow_for_session', 'deny'] as const)(
    'under the policy of the record changes nothing, where people answered %s',
    async (answer) => {
      const recorded = await record(
        [command('git push origin a'), command('git push origin b'), write('a.txt')],
        answer,
      )
      expect(await tryOn(builtInAuthority, recorded)).toEqual({ calls: 3, changed: 0, groups: [], unreadable: {} })
    },
  )

  test('groups what would change by tool, verdict and rule, with examples', async () => {
    const recorded = await record([
      command('git push origin a'),
      command('git push origin b'),
      command('git push origin c'),
      command('git push origin d'),
      command('git commit -m x'),
      write('a.txt'),
    ])
    const policy = policyOf({
      permissions: {
        rules: [
          { id: 'push', tools: '*', when: { command: 'git push' }, then: 'allow' },
          { id: 'frozen', tools: '*', when: { path: 'a.txt' }, then: 'deny', reason: 'It is frozen.' },
        ],
      },
    })
    const { calls, changed, groups } = await tryOn(createPolicyAuthority(policy), recorded)
    expect([calls, changed]).toEqual([6, 5])
    expect(groups).toMatchObject([
      { tool: 'demo.run', from: 'ask', to: 'allow', rule: 'push', count: 4 },
      { tool: 'demo.write', from: 'ask', to: 'deny', rule: 'frozen', reason: 'It is frozen.', count: 1 },
    ])
    expect(groups[0]?.examples.map(({ input }) => input)).toEqual([
      { command: 'git push origin a' },
      { command: 'git push origin b' },
      { command: 'git push origin c' },
    ])
  })

  test('counts what was denied then, with the facts of its question', async () => {
    const recorded = await record([write('a.txt')], 'deny')
    const allowing: Authority = {
      decide: ({ permission, targets }) => ({
        verdict: 'allow',
        rule: `${permission} ${targets.length}`,
        source: 'test',
        reason: '',
        steps: [],
      }),
    }
    const { groups } = await tryOn(allowing, { ...recorded, findTool: () => undefined })
    expect(groups).toMatchObject([{ from: 'ask', to: 'allow', rule: 'write 1', count: 1 }])
  })

  test('says what it could not rebuild', async () => {
    const scene = createApprovalScene({
      authority: { decide: () => ({ verdict: 'deny', rule: 'no', source: 'test', reason: 'No.', steps: [] }) },
    })
    await openRun(scene.options).call(write('a.txt'))
    const report = simulate(scene.recorder.events, { ...place, authority: builtInAuthority, findTool: () => undefined })
    expect(report).toMatchObject({ calls: 0, unreadable: { [Object.keys(report.unreadable)[0] ?? '']: 1 } })
    expect(Object.keys(report.unreadable)).toEqual([expect.stringContaining('demo.write')])
  })

  test('never allows a command that only resembles what a rule allows', async () => {
    const recorded = await record([command('git push --force origin a'), command('git push origin a && rm b')])
    const policy = policyOf({
      permissions: { rules: [{ tools: '*', when: { command: 'git push' }, then: 'allow' }] },
    })
    expect(await tryOn(createPolicyAuthority(policy), recorded)).toMatchObject({ calls: 2, changed: 0 })
  })
})
