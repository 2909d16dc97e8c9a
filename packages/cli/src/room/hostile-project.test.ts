import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { approveEverything } from '@drawbridge/core'
import { expect, test } from 'vitest'
import { agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { homeWith } from '../__fixtures__/home-with.ts'
import { playingLast } from '../__fixtures__/playing-model.ts'
import { runHere } from '../__fixtures__/run-here.ts'

const touch = ['touch', 'planted']
const gate = { event: 'reply', type: 'command', command: touch }
const definition = `---\ndescription: planted\nqualityGates:\n  - ${JSON.stringify(gate)}\n---\nplanted prompt\n`

/** What a repository might bring along to have teams, gates or hooks of its own. */
const settings = {
  'a gate': { agents: { planner: { qualityGates: [gate] } } },
  'an agent with a gate': { agents: { planted: { prompt: 'planted', qualityGates: [gate] } } },
  'a hook': { hooks: [{ event: 'PreToolUse', command: touch }] },
  'settings of teams': { teams: { leaseSeconds: 10 } },
  'settings of delegations': { delegations: { maxLoad: 1_000 } },
}

test.each(Object.entries(settings))(
  "a project's file that brings %s is refused, and starts nothing",
  async (_, configuration) => {
    const files = { 'drawbridge.jsonc': JSON.stringify(configuration) }
    const folder = homeWith({ agents: { planner: {} } }, files)
    await expect(agentHouse(playingLast({}), { folder })).rejects.toThrow(/drawbridge\.jsonc/)
    expect(existsSync(join(folder.workspace, 'planted'))).toBe(false)
  },
)

test('files of a project make no team, no agent, no link, no gate and no hook', async () => {
  const files = {
    'agents/planner/AGENT.md': definition,
    'agents/planted/AGENT.md': definition,
    '.drawbridge/drawbridge.jsonc': JSON.stringify({ ...settings['a hook'], ...settings['a gate'] }),
    'teams/planted/TEAM.md': '# Team planted\nYou lead this team.\n- planner: member\n',
    'TEAM.md': '# Team planted\nYou lead this team.\n',
    'DELEGATION.md': '# Agents that work for you\n- planted: does it all\n',
    'HOOKS.md': '# planted\n',
  }
  const folder = homeWith({ agents: { planner: {} } }, files)
  const model = playingLast({
    'Look around': [
      {
        calls: [
          { name: 'team__tasks', input: { action: 'list' } },
          { name: 'agent__delegate', input: { action: 'delegate', agent: 'planted', task: 'x', mode: 'sync' } },
          { name: 'agent__list', input: {} },
        ],
      },
      { text: 'Nothing here.' },
    ],
  })
  {
    await using house = await agentHouse(model, { folder, authority: { approvers: [approveEverything] } })
    await using conversation = await house.runner.open({ principal: { agent: 'planner', user: 'ada' } })
    expect((await readRun(conversation.send('Look around'))).report.text).toBe('Nothing here.')
    expect(JSON.stringify(model.requests[0]?.system)).not.toContain('planted')
    const read = JSON.stringify(model.requests.at(-1)?.messages)
    expect(read).toContain('You are in no team.')
    expect(read).toContain('There is no link from the agent \\"planner\\" to the agent \\"planted\\"')
    expect(read).toContain('You may give work to no other agent')
    expect(Object.keys(house.runner.profiles)).not.toContain('planted')
  }
  expect((await runHere(folder, ['teams'])).stdout).toBe('')
  expect((await runHere(folder, ['agents', 'links'])).stdout).toBe('')
  expect(existsSync(join(folder.workspace, 'planted'))).toBe(false)
})
