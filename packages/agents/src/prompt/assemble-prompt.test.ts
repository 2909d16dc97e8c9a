import { expect, test } from 'vitest'
import { promptParts } from './assemble-prompt.ts'

test('a prompt has its parts in one order, whatever that of the rooms is', async () => {
  const block = (room: string, name: string, place: 'system' | 'latest' = 'system') => ({
    room,
    name,
    text: name,
    place,
  })
  const blocks = [
    block('todo', 'list', 'latest'),
    block('skills', 'skills'),
    block('delegation', 'DELEGATION.md'),
    block('teams', 'TEAM.md'),
  ]
  const parts = await promptParts({
    house: { promptBlocks: async ({ place: wanted }) => blocks.filter(({ place }) => place === wanted) },
    session: { id: 's', principal: { session: 's', run: 'r', role: 'main', parents: [] } as never },
    files: [{ path: 'AGENTS.md', text: 'Speak softly.' }],
    profile: { prompt: { text: 'You review.', source: 'agents/a/AGENT.md:2' }, suggestedTools: ['fs.search'] },
  })
  expect(parts.map(({ source }) => source)).toEqual([
    'rules',
    'agents/a/AGENT.md:2',
    'suggestedTools',
    'AGENTS.md',
    'delegation.DELEGATION.md',
    'teams.TEAM.md',
    'skills.skills',
    'todo.list',
  ])
})
