import { expect, test } from 'vitest'
import { evaluateLoop } from './evaluate-loop.ts'

const loop = { task: 'Write the announcement.', criteria: 'It names the price.', maxRounds: 3 }

function playing(verdicts: readonly string[]) {
  const prompts: string[] = []
  const hands = {
    generate: async (prompt: string, round: number) => {
      prompts.push(prompt)
      return `draft ${round}`
    },
    evaluate: async (prompt: string, round: number) => {
      prompts.push(prompt)
      return verdicts[round - 1] ?? ''
    },
  }
  return { prompts, run: () => evaluateLoop(loop, hands) }
}

test('work is revised with the feedback until it is approved', async () => {
  const { run, prompts } = playing(['REJECTED: Too long, missing pricing', 'approved'])
  expect(await run()).toEqual({ approved: true, rounds: 2, feedback: '', output: 'draft 2' })
  expect(prompts[1]).toMatch(/It names the price\.[\s\S]*draft 1/)
  expect(prompts[2]).toMatch(/Write the announcement\.[\s\S]*Too long, missing pricing[\s\S]*draft 1/)
})

test('the rounds end without an approval, with the last work and the last feedback', async () => {
  const { run, prompts } = playing(['REJECTED: a', 'REJECTED: b', 'REJECTED: c'])
  expect(await run()).toEqual({ approved: false, rounds: 3, feedback: 'c', output: 'draft 3' })
  expect(prompts).toHaveLength(6)
})

test('an answer that is neither of the two words is feedback as a whole', async () => {
  const { run } = playing(['Shorter, please.', '', 'Approved'])
  expect(await run()).toMatchObject({ approved: true, rounds: 3 })
})
