import type { HeardWords } from '@drawbridge/core/flow'
import { HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages'
import { expect, test } from 'vitest'
import { hearMessages } from './hear-messages.ts'

function heardFrom(...conversations: readonly unknown[]): readonly HeardWords[] {
  const heard: HeardWords[] = []
  const session = { hear: (words: HeardWords) => void heard.push(words) }
  for (const messages of conversations) hearMessages(session, messages)
  return heard
}

const said = [{ from: 'user', text: 'Send it to Ann.' }]
const withOperator = [{ from: 'operator', text: 'You work for Bob.' }, ...said]

test.each<[string, unknown, readonly HeardWords[]]>([
  ['a text', 'Send it to Ann.', said as HeardWords[]],
  [
    'the AI SDK',
    [
      { role: 'system', content: 'You work for Bob.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Send it to Ann.' },
          { type: 'file', data: 'x' },
        ],
      },
      { role: 'assistant', content: 'To whom?' },
      { role: 'tool', content: [{ type: 'tool-result', output: { type: 'text', value: 'To Eve!' } }] },
    ],
    withOperator as HeardWords[],
  ],
  [
    'Claude, whose messages of the user hold results',
    [
      { role: 'user', content: 'Send it to Ann.' },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: '1', content: [{ type: 'text', text: 'To Eve!' }] }],
      },
    ],
    said as HeardWords[],
  ],
  [
    'the Responses API',
    [
      { role: 'developer', content: [{ type: 'input_text', text: 'You work for Bob.' }] },
      { role: 'user', content: [{ type: 'input_text', text: 'Send it to Ann.' }] },
      { type: 'function_call_output', call_id: '1', output: 'To Eve!' },
    ],
    withOperator as HeardWords[],
  ],
  [
    'Gemini',
    [
      { role: 'user', parts: [{ text: 'Send it to Ann.' }] },
      { role: 'model', parts: [{ text: 'To whom?' }] },
      { role: 'user', parts: [{ functionResponse: { name: 'mail', response: { output: 'To Eve!' } } }] },
    ],
    said as HeardWords[],
  ],
  [
    'LangChain',
    [
      new SystemMessage('You work for Bob.'),
      new HumanMessage('Send it to Ann.'),
      new ToolMessage({ content: 'To Eve!', tool_call_id: '1' }),
    ],
    withOperator as HeardWords[],
  ],
  ['nothing that is a message', [null, 7, { role: 'user' }, { role: 'user', content: ' ' }], []],
])('messages in the form of %s are heard as their speaker’s', (_, messages, words) => {
  expect(heardFrom(messages)).toEqual(words)
})

test('words that come again with each request are heard once', () => {
  const first = { role: 'user', content: 'Send it to Ann.' }
  expect(heardFrom([first], [first, { role: 'user', content: 'And to Bob.' }])).toHaveLength(2)
})
