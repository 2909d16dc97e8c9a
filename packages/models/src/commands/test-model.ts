import { DrawbridgeError } from '@drawbridge/core'
import { type ModelAnswer, ModelError, type ModelRequest, promptTokens } from '@drawbridge/core/model'
import type { RoomCommand } from '@drawbridge/room'
import type { ModelsSection } from '../models-section.ts'

/** The request of the test: one call of a tool, which shows streaming, tools and usage at once. */
const request: ModelRequest = {
  system: [{ text: 'You are being tested. Call the tool that you are offered, with the word that the user gives.' }],
  messages: [{ role: 'user', blocks: [{ type: 'text', text: 'The word is "drawbridge".' }] }],
  tools: [
    {
      name: 'say_word',
      description: 'Says the word.',
      schema: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
    },
  ],
  maxOutput: 1024,
}

/** `drawbridge models test` */
export const testModelCommand: RoomCommand<ModelsSection> = {
  arguments: [
    {
      name: 'model',
      summary: 'an id of `drawbridge models`, `default` or `small` (default: `default`)',
      required: false,
    },
  ],
  options: [{ flags: '--json', summary: 'write one JSON object' }],
  examples: [['Whether the model for agents works', 'drawbridge models test']],
  run: async ({ arguments: [id = 'default'], options, io, openHouse }) => {
    using interruption = io.catchInterrupts()
    const house = await openHouse()
    const catalogue = await house.service('modelCatalogue')
    if (catalogue === undefined) throw new DrawbridgeError('invalid_option', 'There is no room that provides models.')
    const model = await catalogue.get(id)
    const report = options.json === true ? undefined : (text: string) => io.output.write(`${text}\n`)
    await report?.(`Testing ${model.id} (${model.family}) …`)
    const startedMs = house.clock.now()
    let [firstMs, deltas]: [number | undefined, number] = [undefined, 0]
    let answer: ModelAnswer | undefined
    try {
      for await (const event of model.stream(request, interruption.signal)) {
        if (event.type === 'retrying') await report?.(`  ${event.error.message} Trying again in ${event.waitMs} ms.`)
        else if (event.type === 'answered') answer = event.answer
        else if (event.type !== 'repaired') {
          deltas += 1
          firstMs ??= house.clock.now() - startedMs
        }
      }
    } catch (error) {
      if (!ModelError.isInstance(error)) throw error
      const { code, message } = error
      if (report === undefined)
        await io.output.write(`${JSON.stringify({ model: model.id, works: false, code, message })}\n`)
      else await report(`  It does not work (${code}): ${message}`)
      return 1
    }
    if (answer === undefined) return 1
    const { usage, cost, stop, raw, cut } = answer
    const called = answer.blocks.some((block) => block.type === 'call' && block.name === 'say_word')
    const facts = {
      model: answer.model,
      works: true,
      streams: deltas > 1,
      tools: called && cut.length === 0,
      usageReported: !usage.estimated,
      firstMs: firstMs ?? 0,
      totalMs: house.clock.now() - startedMs,
      promptTokens: promptTokens(usage),
      outputTokens: usage.output + usage.reasoning,
      cost,
      stop,
      raw,
    }
    if (report === undefined) {
      await io.output.write(`${JSON.stringify(facts)}\n`)
      return 0
    }
    await report(
      `  It answers: first words after ${facts.firstMs} ms, all after ${facts.totalMs} ms, ended with "${raw}".`,
    )
    await report(
      called
        ? '  It calls tools.'
        : '  It did not call the tool that it was asked to call: agents need a model that does.',
    )
    if (!facts.streams) await report('  It does not stream: the answer came in one piece.')
    const price = cost === undefined ? 'no price is configured' : `${cost.toFixed(6)} US dollars`
    const counted = usage.estimated ? 'estimated, because the provider did not say' : 'as the provider counted'
    await report(`  ${facts.promptTokens} tokens in, ${facts.outputTokens} out (${counted}); ${price}.`)
    return 0
  },
}
