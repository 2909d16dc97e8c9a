import { type ScriptedAnswer, type ScriptModel, scriptModel } from '@drawbridge/agents/testing'
import type { ModelRequest } from '@drawbridge/core/model'

/** Answers by words of a conversation, in the order of the lines: each request takes one answer of the first part that matches. */
function playing(
  parts: Readonly<Record<string, readonly ScriptedAnswer[]>>,
  wordsOf: (request: ModelRequest) => string,
): ScriptModel {
  const counts = new Map<string, number>()
  return scriptModel((request) => {
    const said = wordsOf(request)
    const part = Object.keys(parts).find((words) => said.includes(words)) ?? 'nobody'
    const count = counts.get(part) ?? 0
    counts.set(part, count + 1)
    return parts[part]?.[count] ?? { text: `Nothing more of ${part}.` }
  })
}

/** Returns a model that answers by the first words of the conversation. */
export function playingFirst(parts: Readonly<Record<string, readonly ScriptedAnswer[]>>): ScriptModel {
  return playing(parts, firstWords)
}

/** Returns a model that answers by the last words that are not a result. */
export function playingLast(parts: Readonly<Record<string, readonly ScriptedAnswer[]>>): ScriptModel {
  return playing(parts, (request) => wordsOfUser(request).findLast((text) => text.trim() !== '') ?? '')
}

/** Returns the first message of the request. */
export function firstWords(request: Pick<ModelRequest, 'messages'>): string {
  return wordsOfUser(request)[0] ?? ''
}

function wordsOfUser({ messages }: Pick<ModelRequest, 'messages'>): readonly string[] {
  return messages
    .filter(({ role }) => role === 'user')
    .map(({ blocks }) => blocks.map((block) => (block.type === 'text' ? block.text : '')).join(''))
}
