import type { ScriptedAnswer } from '@drawbridge/agents/testing'
import type { ModelRequest } from '@drawbridge/core/model'

/** The words of the user that begin the story of a team. */
export const teamRequest = 'Build the shop.'

/** The answer of the user to the question of a member. */
export const answerOfUser = 'In English.'

/** The team of the story. */
export const storyTeam = {
  id: 'shop',
  lead: 'planner',
  members: ['coder', 'tester', 'writer'],
} as const

/** One step of the script of an agent: what it says and calls. */
interface StoryAnswer {
  readonly text?: string
  readonly calls?: NonNullable<ScriptedAnswer['calls']>
  /** `together`: until each member has begun. `answer`: until the user has answered. */
  readonly waitsFor?: 'together' | 'answer'
}

/** The script of an agent for one message that it gets. */
interface StoryPart {
  readonly agent: string
  /** Words of the message. */
  readonly words: string
  /** One for each turn. */
  readonly answers: readonly StoryAnswer[]
}

const tasks = (action: string, more: object = {}) => ({ name: 'team__tasks', input: { action, ...more } })

/** The first part whose words are in a message is played. Nothing is counted, so that the order of the members does not matter. */
const parts: readonly StoryPart[] = [
  {
    agent: 'planner',
    words: teamRequest,
    answers: [
      {
        calls: [
          tasks('create', { subject: 'Write the code', assignee: 'coder', require_approval: true }),
          tasks('create', { subject: 'Write the tests', assignee: 'tester' }),
          tasks('create', { subject: 'Write the manual', assignee: 'writer' }),
        ],
      },
      { text: 'The team works.' },
    ],
  },
  {
    agent: 'planner',
    words: 'has failed by "tester"',
    answers: [{ calls: [tasks('retry', { task: 2 })] }, { text: 'Sent out again.' }],
  },
  { agent: 'coder', words: 'No drafts, please.', answers: [{ text: 'The whole of shop.js.' }] },
  {
    agent: 'coder',
    words: 'work on task #1',
    answers: [
      { calls: [tasks('progress', { task: 1, percent: 50 })], waitsFor: 'together' },
      { text: 'A draft of shop.js.' },
    ],
  },
  { agent: 'tester', words: 'no test runner is installed', answers: [{ text: 'All tests pass.' }] },
  {
    agent: 'tester',
    words: 'work on task #2',
    answers: [
      {
        calls: [tasks('comment', { task: 2, type: 'blocker', text: 'no test runner is installed' })],
        waitsFor: 'together',
      },
      { text: 'I cannot go on.' },
    ],
  },
  {
    agent: 'writer',
    words: 'work on task #3',
    answers: [
      { calls: [tasks('ask_user', { task: 3, text: 'In which language?' })], waitsFor: 'together' },
      { text: 'I need the answer first.', waitsFor: 'answer' },
    ],
  },
  { agent: 'writer', words: 'The user answers', answers: [{ text: 'The manual, in English.' }] },
  {
    agent: 'planner',
    words: 'reject it with team.tasks. Result: A draft of shop.js.',
    answers: [{ calls: [tasks('reject', { task: 1, text: 'No drafts, please.' })] }, { text: 'Sent back.' }],
  },
  {
    agent: 'planner',
    words: 'reject it with team.tasks. Result: The whole of shop.js.',
    answers: [{ calls: [tasks('approve', { task: 1 })] }, { text: 'Approved.' }],
  },
]

/** Returns the step of the story that answers a request, with the agent that takes it. */
export function stepOfStory({ messages }: Pick<ModelRequest, 'messages'>): StoryAnswer & { readonly agent: string } {
  const position = messages.findLastIndex(({ role, blocks }) => role === 'user' && wordsOf(blocks).trim() !== '')
  const said = wordsOf(messages[position]?.blocks ?? [])
  const part = parts.find(({ words }) => said.includes(words))
  const turns = messages.slice(position + 1).filter(({ role }) => role === 'assistant').length
  return { agent: part?.agent ?? storyTeam.lead, ...(part?.answers[turns] ?? { text: 'I have read it.' }) }
}

function wordsOf(blocks: ModelRequest['messages'][number]['blocks']): string {
  return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('')
}
