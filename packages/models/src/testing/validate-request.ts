import type { ModelRequest } from '@drawbridge/core/model'
import { anthropicFamily } from '../family/anthropic/anthropic-family.ts'
import { geminiFamily } from '../family/gemini/gemini-family.ts'
import { chatFamily } from '../family/openai-chat/chat-family.ts'
import { responsesFamily } from '../family/openai-responses/responses-family.ts'
import { checkTranscript } from '../transcript/check-transcript.ts'
import type { WireFamily } from '../wire/wire-family.ts'
import type { FakeFamily, FakeFormat, FakeMemory } from './fake-step.ts'
import { fakeAnthropic } from './formats/anthropic.ts'
import { fakeChat } from './formats/chat.ts'
import { fakeGemini } from './formats/gemini.ts'
import { fakeResponses } from './formats/responses.ts'

/** The wire formats, each with the fake service that speaks it. */
export const wireFormats: Readonly<Record<FakeFamily, { readonly fake: FakeFormat; readonly wire: WireFamily }>> = {
  'openai-chat': { fake: fakeChat, wire: chatFamily },
  'openai-responses': { fake: fakeResponses, wire: responsesFamily },
  anthropic: { fake: fakeAnthropic, wire: anthropicFamily },
  gemini: { fake: fakeGemini, wire: geminiFamily },
}

const limits = { context: 200_000, maxOutput: 32_000 }

/** The signature of reasoning that each format takes back in `validateRequest`. */
export const knownSignature = 'known'

const memory: FakeMemory = { signatures: new Set([knownSignature]), signatureOf: new Map(), wantsReasoning: false }

/** Returns the rules that a request breaks in one format as it is lowered, without a repair. */
export function validateLowered(family: FakeFamily, request: ModelRequest, model: string): readonly string[] {
  const { fake, wire } = wireFormats[family]
  const name = model.slice(model.indexOf('/') + 1)
  const { body } = wire.lower(request, { name, maxOutput: limits.maxOutput, own: true })
  return fake.validate(structuredClone(body), memory)
}

/** Returns the rules that a request of a model breaks after the checks that it goes through, in any of the formats. */
export function validateRequest(request: ModelRequest, model: string): readonly string[] {
  return (Object.keys(wireFormats) as FakeFamily[]).flatMap((family) => {
    const { request: sent } = checkTranscript(request, { model, family, ...limits })
    return validateLowered(family, sent, model).map((problem) => `${family}: ${problem}`)
  })
}
