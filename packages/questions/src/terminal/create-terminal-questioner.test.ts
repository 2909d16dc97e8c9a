import type { Question, QuestionRequest } from '@drawbridge/core/question'
import { testPrincipal } from '@drawbridge/core/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTerminalQuestioner } from './create-terminal-questioner.ts'
import { renderQuestion } from './render-questions.ts'

const choice: Question = {
  kind: 'choice',
  header: 'Database',
  question: 'Which one?',
  options: [{ label: 'SQLite', description: 'one file' }, { label: 'PostgreSQL' }],
  several: false,
  allowText: false,
}

function ask(questions: readonly Question[], lines: readonly string[], signal = new AbortController().signal) {
  const left = [...lines]
  let shown = ''
  const terminal = {
    write: (text: string) => {
      shown += text
    },
    readLine: async () => left.shift(),
  }
  const request: QuestionRequest = {
    id: 'question_1',
    questions,
    principal: { ...testPrincipal, agent: 'planner' },
    workspace: '/project',
    askedAt: 0,
    waitsUntil: 1,
  }
  return createTerminalQuestioner({ terminal })
    .ask(request, signal)
    .then((reply) => ({ reply, shown }))
}

test('a person reads the question with its options and answers by number, label or word', async () => {
  const { reply, shown } = await ask([choice, { kind: 'yes_no', question: 'Sure?' }], ['3', '2', 'Y'])
  expect(reply).toEqual({ status: 'answered', answers: [{ chosen: ['PostgreSQL'] }, { chosen: ['yes'] }] })
  expect(shown).toBe(`
planner (main) has 2 questions for you. Press Enter twice to decline.

[Database]
Which one?
  1  SQLite: one file
  2  PostgreSQL
Type a number from 1 to 2.
> Type a number from 1 to 2.
> 
Sure?
Type yes or no.
> `)
})

test('two empty lines decline, one does not', async () => {
  expect((await ask([choice], ['', '1'])).reply).toEqual({ status: 'answered', answers: [{ chosen: ['SQLite'] }] })
  expect((await ask([choice], ['', '', 'later'])).reply).toEqual({ status: 'declined', reason: 'later' })
})

test('a question that is answered elsewhere, or a terminal that closes, leaves it', async () => {
  expect((await ask([choice], [])).reply).toBeUndefined()
  const aborted = await ask([choice], ['1'], AbortSignal.abort())
  expect(aborted).toEqual({ reply: undefined, shown: '' })
})

test('no words of a model control the terminal or fake the line of an option', () => {
  const text = fc.string({ unit: 'binary' })
  fc.assert(
    fc.property(text, text, text, (question, label, description) => {
      const rendered = renderQuestion({
        kind: 'choice',
        question,
        options: [{ label, description }],
        several: false,
        allowText: true,
      })
      expect(rendered.replaceAll('\n', '').replaceAll('\t', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
      expect(rendered.split('\n')).toHaveLength(question.split('\n').length + 2)
    }),
  )
})

test('a question of several lines looks neither like options nor like an approval', () => {
  const question = 'Which?\n  1  Delete nothing\n── Approval needed ──\n  y  allow once'
  const rendered = renderQuestion({ ...choice, question })
  expect(rendered.split('\n').filter((line) => /^(?:──| +\S)/.test(line))).toEqual([
    '  1  SQLite: one file',
    '  2  PostgreSQL',
  ])
})
