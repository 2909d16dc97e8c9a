import { appendFileSync, writeSync } from 'node:fs'
import { createAgentRunner } from '@drawbridge/agents/runner'
import { scriptModel } from '@drawbridge/agents/testing'
import { approveEverything, defineTool } from '@drawbridge/core'
import { type Clock, systemClock } from '@drawbridge/core/base'
import type { Model } from '@drawbridge/core/model'
import { validateRequest } from '@drawbridge/models/testing'
import { createDrawbridge } from '@drawbridge/sdk'
import { z } from 'zod'
import { checkTranscript } from '../../../models/src/transcript/check-transcript.ts'

/** The work of one process, which kills itself at a point that is counted and not timed. */
export interface KilledWork {
  readonly workspace: string
  readonly home: string
  readonly session: string
  readonly round: number
  /** The file to which each call appends its words. */
  readonly marks: string
  /** Ends the process with SIGKILL at this look at the clock, event or step of a tool, from 1. */
  readonly killAt: number
}

const work = JSON.parse(process.argv[2] ?? '') as KilledWork
let left = work.killAt
const point = () => {
  left -= 1
  if (left === 0) process.kill(process.pid, 'SIGKILL')
}
/** Writes at once, so that a reader has the line before the process goes on. */
const say = (what: string, text: string) => void writeSync(1, `${what} ${text}\n`)

const mark = defineTool({
  name: 'work.mark',
  description: 'Writes down a word.',
  input: z.strictObject({ text: z.string() }),
  permission: 'write',
  risk: 'medium',
  targets: () => [],
  execute: ({ text }) => {
    point()
    appendFileSync(work.marks, `${text}\n`)
    point()
    return `${text} ${'is written down. '.repeat(40)}`
  },
})
const script = scriptModel(
  ({ system, messages }, index) =>
    system?.[0]?.text.startsWith('You summarise') === true
      ? { text: 'Much was written down.' }
      : {
          text: `turn ${index}`,
          calls: [0, 1, 2].map((n) => ({
            name: 'work__mark',
            input: { text: `${work.session}-${work.round}-${messages.length}-${index}-${n}` },
          })),
        },
  { context: 9_000, maxOutput: 500 },
)
const model: Model = {
  ...script,
  stream: async function* (request, signal) {
    for (const family of ['openai-chat', 'openai-responses', 'anthropic', 'gemini'] as const) {
      const target = { model: script.id, family, ...script.limits }
      for (const { rule, message } of checkTranscript(request, target).repairs)
        say('broken', `${family} ${rule} ${message}`)
    }
    for (const problem of validateRequest(request, script.id)) say('broken', problem)
    for await (const event of script.stream(request, signal)) {
      point()
      yield event
    }
  },
}
const clock: Clock = {
  now: () => {
    point()
    return systemClock.now()
  },
  after: systemClock.after,
}

await using drawbridge = await createDrawbridge({
  ...{ workspace: work.workspace, home: work.home, clock },
  tools: { own: [mark], builtIn: false },
  authority: { approvers: [approveEverything], limiting: 'off' },
  settings: { endsLoops: false },
})
const runner = createAgentRunner(drawbridge.house, { models: { get: async () => model } })
const known = work.round > 0 && (await drawbridge.house.database.find()) !== undefined
await using conversation = await runner.open(known ? { resume: work.session } : { id: work.session })
let turns = 0
for await (const event of conversation.send(`round ${work.round}`, { budget: { maxTurns: 1_000 } })) {
  if (event.type === 'message.placed') say('said', event.message.text)
  if (event.type === 'call.ended') say(event.outcome.status === 'ok' ? 'done' : 'ended', event.call)
  if (event.type === 'turn.answered' && (turns += 1) % 3 === 0) {
    const text = `by the way ${work.round} ${turns}`
    await conversation.post({ text })
    say('said', text)
  }
  point()
}
