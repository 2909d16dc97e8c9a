import { toolOutput } from '@drawbridge/core'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import { z } from 'zod'

const kinds = ['general', 'feature', 'fix', 'research', 'migration'] as const

type Kind = (typeof kinds)[number]

const input = z.strictObject({
  kind: z.enum(kinds).default('general').describe('The kind of work that the example is about.'),
})

/** `agent.plan_template`: the parts of a plan, and an example. */
export function planTemplateTool(): ToolBody {
  return defineToolBody({
    input,
    execute: ({ kind }) => {
      const { goal, steps } = examples[kind]
      const example = { goal, known: ['…'], open: ['…'], steps: steps.map(([, title]) => title), done_when: ['…'] }
      return toolOutput({
        content: [
          'Think the plan through in these parts before you create a task:',
          ...Object.entries(planFields).map(([name, meaning]) => `- ${name}: ${meaning}`),
          `Example (${kind}):\n${JSON.stringify(example, null, 2)}`,
          'Next: agent.task_template shows how it becomes a task.',
        ].join('\n'),
        data: { kind, fields: planFields, example },
      })
    },
  })
}

/** `agent.task_template`: the fields of `agent.task_create`, and an example. */
export function taskTemplateTool(): ToolBody {
  return defineToolBody({
    input,
    execute: ({ kind }) => {
      const { goal, steps } = examples[kind]
      const example = {
        title: goal,
        steps: steps.map(([key, title, dependsOn, tools]) => ({
          key,
          title,
          instructions: `${title}. Say here which files, names and limits matter, and what the result must contain.`,
          depends_on: dependsOn,
          ...(tools === undefined ? {} : { allowed_tools: tools }),
        })),
      }
      return toolOutput({
        content: [
          'Give agent.task_create these fields:',
          ...Object.entries(taskFields).map(([name, meaning]) => `- ${name}: ${meaning}`),
          `Example (${kind}):\n${JSON.stringify(example, null, 2)}`,
        ].join('\n'),
        data: { kind, fields: taskFields, example },
      })
    },
  })
}

const planFields = {
  goal: 'the result that the person wants, in a sentence',
  known: 'facts that were looked up, each with its place',
  open: 'what is not known yet; what only the person can decide is asked first',
  steps: 'pieces of work that one worker can do alone, and which need which others',
  done_when: 'checks that show that the goal is reached',
} as const

const taskFields = {
  title: 'the goal in a line',
  'steps[].key': 'a short name, unique in the task: letters, digits, "_", "." and "-"',
  'steps[].title': 'what is done, in a line',
  'steps[].instructions': 'everything that a worker must know: it sees nothing of this conversation',
  'steps[].depends_on': 'keys of the steps that must be completed before; no circles',
  'steps[].allowed_tools': 'the tools of a worker; without them it only reads files. They never go beyond your own',
  'steps[].worker': 'an agent definition that should do it',
} as const

type ExampleStep = readonly [key: string, title: string, dependsOn: readonly string[], tools?: readonly string[]]

const readAndWrite = ['fs.*'] as const
const readWriteRun = ['fs.*', 'runtime.exec'] as const

const examples: Readonly<Record<Kind, { readonly goal: string; readonly steps: readonly ExampleStep[] }>> = {
  general: {
    goal: 'Describe the architecture of the project in docs/overview.md',
    steps: [
      ['modules', 'List the modules and what each is for', []],
      ['flows', 'Follow the two most important requests through the code', []],
      ['write', 'Write docs/overview.md', ['modules', 'flows'], readAndWrite],
      ['check', 'Compare each statement with the code', ['write']],
    ],
  },
  feature: {
    goal: 'Add export of reports as CSV',
    steps: [
      ['find', 'Find where reports are made and how formats are chosen', []],
      ['build', 'Add the format', ['find'], readWriteRun],
      ['test', 'Add tests, with empty reports and text with quotes', ['build'], readWriteRun],
      ['document', 'Document the new format', ['build'], readAndWrite],
    ],
  },
  fix: {
    goal: 'Fix the crash when a report has no rows',
    steps: [
      ['reproduce', 'Write a test that fails', [], readWriteRun],
      ['cause', 'Find the cause', ['reproduce']],
      ['fix', 'Fix the cause, not the symptom', ['cause'], readWriteRun],
      ['alike', 'Look for the same mistake elsewhere', ['cause']],
    ],
  },
  research: {
    goal: 'Choose a library for reading XML',
    steps: [
      ['needs', 'List what our code needs of one', []],
      ['one', 'Judge the first candidate by its documentation', ['needs'], ['web.search', 'web.fetch']],
      ['other', 'Judge the second candidate by its documentation', ['needs'], ['web.search', 'web.fetch']],
      ['compare', 'Compare both and recommend one', ['one', 'other']],
    ],
  },
  migration: {
    goal: 'Move all callers of the old client to the new one',
    steps: [
      ['callers', 'List all callers', []],
      ['first', 'Move one caller and note what was difficult', ['callers'], readWriteRun],
      ['rest', 'Move the others in the same way', ['first'], readWriteRun],
      ['remove', 'Remove the old client', ['rest'], readWriteRun],
    ],
  },
}
