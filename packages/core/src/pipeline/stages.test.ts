import { expect, test } from 'vitest'
import { createApprovalScene } from '../approval/__fixtures__/approval-scene.ts'
import type { Authority } from '../policy/authority.ts'
import { createRunContext } from '../run/create-run-context.ts'
import { approve } from './approve/approve.ts'
import type { DecidedCall } from './call.ts'
import { decide } from './gates/decide.ts'
import { before } from './gates/hooks.ts'
import { limit } from './gates/limit.ts'
import { sequence } from './stage.ts'
import { inspection } from './stages.ts'

test('approve compiles only behind decide', () => {
  // @ts-expect-error There is no decision yet.
  sequence(limit).with(before).with(approve)
  expect(sequence(limit).with(before).with(decide).with(approve).gates).toHaveLength(4)
})

test('a stage between verdict and approval can have a person asked about what the policy allows', async () => {
  const allowing: Authority = {
    decide: () => ({ verdict: 'allow', rule: 'open', source: 'test', reason: 'It may.', steps: [] }),
  }
  const scene = createApprovalScene({ authority: allowing })
  const context = createRunContext(scene.options)
  const flow = (call: DecidedCall): DecidedCall => ({ ...call, decision: { ...call.decision, verdict: 'ask' } })
  const writing = { name: 'demo.write', arguments: { path: 'a.txt' } }
  const gates = inspection.followedBy(sequence(limit).with(before).with(decide).with(flow).with(approve))
  const passage = await gates.pass({ raw: writing, receivedAt: 0 }, context)
  expect(passage).toMatchObject({ passed: false, stop: { failure: { code: 'approval_unavailable' } } })
  const plain = inspection.followedBy(sequence(limit).with(before).with(decide).with(approve))
  expect(await plain.pass({ raw: writing, receivedAt: 0 }, context)).toMatchObject({ passed: true })
})
