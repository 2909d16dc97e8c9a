import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAgentRunner } from '@drawbridge/agents/runner'
import { scriptModel } from '@drawbridge/agents/testing'
import { defineTool } from '@drawbridge/core'
import { createDrawbridge } from '@drawbridge/sdk'
import { tool as aiTool, generateText, isStepCount } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { median } from '../../lib/median.ts'
import type { Report } from '../../lib/report.ts'
import { argumentsOf, execute, input } from '../dispatch/the-tool.ts'

/** The goal, as a multiple of the AI SDK's cost. */
const bar = 1
const rounds = 7
/** Rounds before those that count, until both run compiled. */
const warmUp = 5
const turns = 100
const sessionsAtOnce = 200

/** Measures one turn of the loop with a model that answers at once, and the same turns through the AI SDK's `generateText`. */
export async function measure(): Promise<Report> {
  const home = await mkdtemp(join(tmpdir(), 'drawbridge-bench-home-'))
  const look = defineTool({
    name: 'bench.look',
    description: 'Looks at a line.',
    input,
    permission: 'readonly',
    risk: 'safe',
    targets: () => [],
    execute,
  })
  const drawbridge = await createDrawbridge({
    home,
    record: 'off',
    tools: { own: [look], builtIn: false },
    settings: { endsLoops: false },
    authority: { limiting: 'off' },
  })
  try {
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = -warmUp; round < rounds; round += 1) {
      const [own, other] = [await perTurn(() => runOurs(drawbridge.house, turns)), await perTurn(() => runAiSdk(turns))]
      if (round < 0) continue
      ours.push(own)
      theirs.push(other)
    }
    const [own, other] = [median(ours), median(theirs)]
    const heap = await heapOfSessions(drawbridge.house)
    return {
      name: 'loop',
      columns: ['loop', 'µs per turn'],
      rows: [
        ['drawbridge, everything on, nothing recorded', own.toFixed(0)],
        ['ai generateText', other.toFixed(0)],
      ],
      goals: [
        {
          text: `${(own / other).toFixed(2)} times generateText <= ${bar} (${turns} turns of one call, medians of ${rounds} rounds in turn after ${warmUp} to warm up)`,
          met: own <= other * bar,
        },
        {
          text: `${sessionsAtOnce} sessions at once leave no timer or handle behind: ${heap.left}`,
          met: heap.left === 0,
        },
      ],
      details: [`${sessionsAtOnce} open conversations of 5 turns take ${heap.kibibytes} KiB each`],
    }
  } finally {
    await drawbridge[Symbol.asyncDispose]()
    await rm(home, { recursive: true, force: true })
  }
}

/** The usage that both models name for each request, so that neither counts it. */
const usage = { input: 1, output: 1 }

type BenchHouse = Parameters<typeof createAgentRunner>[0]

async function openOurs(house: BenchHouse, count: number) {
  const model = scriptModel(
    (_, index) =>
      index < count ? { calls: [{ name: 'bench__look', input: argumentsOf(index) }], usage } : { text: 'done', usage },
    { context: 1_000_000 },
  )
  const runner = createAgentRunner(house, { models: { get: async () => model } })
  const conversation = await runner.open({ budget: { maxTurns: count + 2 } })
  return conversation
}

async function runOurs(house: BenchHouse, count: number): Promise<void> {
  await using conversation = await openOurs(house, count)
  const { calls } = await drain(conversation)
  if (calls !== count) throw new Error(`${calls} calls of ${count} ran`)
}

async function drain(conversation: Awaited<ReturnType<typeof openOurs>>) {
  const run = conversation.send('go')
  for (;;) {
    const next = await run.next()
    if (next.done === true) return next.value
  }
}

async function runAiSdk(count: number): Promise<void> {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  }
  const tools = { look: aiTool({ description: 'Looks at a line.', inputSchema: input, execute }) }
  let turn = 0
  const model = new MockLanguageModelV4({
    doGenerate: async () => {
      turn += 1
      const isLast = turn > count
      return {
        content: isLast
          ? [{ type: 'text', text: 'done' }]
          : [
              {
                type: 'tool-call',
                toolCallId: `call-${turn}`,
                toolName: 'look',
                input: JSON.stringify(argumentsOf(turn)),
              },
            ],
        finishReason: isLast ? { unified: 'stop', raw: 'stop' } : { unified: 'tool-calls', raw: 'tool_calls' },
        usage,
        warnings: [],
      }
    },
  })
  await generateText({ model, tools, prompt: 'go', stopWhen: isStepCount(count + 2) })
}

async function perTurn(run: () => Promise<void>): Promise<number> {
  const before = performance.now()
  await run()
  return ((performance.now() - before) * 1_000) / (turns + 1)
}

async function heapOfSessions(house: BenchHouse) {
  globalThis.gc?.()
  const [before, handles] = [process.memoryUsage().heapUsed, process.getActiveResourcesInfo().length]
  const open = await Promise.all(Array.from({ length: sessionsAtOnce }, () => openOurs(house, 5)))
  await Promise.all(open.map(drain))
  globalThis.gc?.()
  const kibibytes = Math.round((process.memoryUsage().heapUsed - before) / sessionsAtOnce / 1_024)
  await Promise.all(open.map((conversation) => conversation[Symbol.asyncDispose]()))
  return { kibibytes, left: Math.max(0, process.getActiveResourcesInfo().length - handles) }
}
