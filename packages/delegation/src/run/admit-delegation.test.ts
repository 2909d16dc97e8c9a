import { describe, expect, test } from 'vitest'
import { objectionToCycle, objectionToLoad } from './admit-delegation.ts'

describe('the load of an agent', () => {
  test.each([
    ['fits', 4, 2, undefined],
    [
      'is full, in words that a model can act on',
      5,
      0,
      'The agent "coder" is at capacity (5/5). Try a different agent or handle it yourself.',
    ],
    [
      'is full for one agent alone',
      3,
      3,
      'Your link to the agent "coder" is at capacity (3/3). Wait until one of your delegations has ended, or handle it yourself.',
    ],
  ])('%s', (_, ofTarget, ofPair, objection) => {
    expect(objectionToLoad({ target: 'coder', ofTarget, ofPair, maxLoad: 5, maxConcurrent: 3 })).toBe(objection)
  })
})

describe('the chain of agents', () => {
  const run = (agent: string, ...parents: readonly string[]) =>
    ({ agent, role: 'main', parents: parents.map((each, index) => ({ run: `r${index}`, agent: each })) }) as const

  test.each([
    ['leads to an agent that is not in it', run('planner'), 'coder', undefined],
    ['leads not to its own agent', run('coder'), 'coder', /cannot delegate to itself/],
    ['leads not back to the agent above', run('coder', 'planner'), 'planner', /"planner" → "coder" → "planner"/],
    [
      'leads not back over several agents',
      run('critic', 'coder', 'planner'),
      'planner',
      /"planner" → "coder" → "critic" → "planner"/,
    ],
    [
      'names an agent with children of its own once',
      run('coder', 'coder', 'planner'),
      'planner',
      /"planner" → "coder" → "planner"/,
    ],
  ])('%s', (_, caller, target, objection) => {
    const said = objectionToCycle(caller, target)
    if (objection === undefined) expect(said).toBeUndefined()
    else expect(said).toMatch(objection)
  })
})
