import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Questioner } from '@drawbridge/core'
import { createDrawbridge } from '@drawbridge/sdk'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { jsonOf, runCli } from '../__fixtures__/run-cli.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { type ScratchFolder, scratchFolder } from '../__fixtures__/scratch-folder.ts'
import { terminalWith } from '../approval/__fixtures__/terminal-with.ts'

const which = { question: 'Which database?', options: [{ label: 'SQLite' }, { label: 'PostgreSQL' }] }
const asked = (...questions: readonly object[]) => JSON.stringify({ questions, timeout_seconds: 60 })

function homeWith(config: object = {}): ScratchFolder {
  const folder = scratchFolder()
  mkdirSync(folder.home, { mode: 0o700 })
  writeFileSync(join(folder.home, 'drawbridge.jsonc'), JSON.stringify(config))
  return folder
}

/** Asks at the desk of a home, in this process. Resolves to the outcome of the call. */
async function askAtDesk({ workspace, home }: ScratchFolder, question: object) {
  await using drawbridge = await createDrawbridge({ workspace, home, authority: { desk: true } })
  return await drawbridge.openSession().call({ name: 'ask__user', arguments: { questions: [question] } })
}

/** The id of the one question that waits in a home. */
const pendingIn = (folder: ScratchFolder) =>
  vi.waitFor(
    async () => {
      const [open] = jsonOf<{ questions: { request: { id: string } }[] }>(
        await runHere(folder, ['questions', 'list', '--json']),
      ).questions
      if (open === undefined) throw new Error('No question waits yet.')
      return open.request.id
    },
    { timeout: 20_000, interval: 200 },
  )

describeDatabases('a question asked in one process', ({ options }) => {
  test('is answered from another', { timeout: 60_000 }, async () => {
    const database = options()
    const folder = homeWith(database.kind === 'sqlite' ? {} : { store: { kind: 'postgres', url: database.url } })
    const questions = asked(which, { question: 'Why?' })
    const asking = runCli(folder, ['call', 'ask.user', questions, '--approve', 'desk', '--json'])
    const id = await pendingIn(folder)
    expect(await runHere(folder, ['questions', 'answer', id, '2', 'it scales'])).toMatchObject({
      code: 0,
      stdout: `Replied to ${id}.\n`,
    })
    const outcome = await asking
    expect(outcome.code).toBe(0)
    expect(jsonOf(outcome)).toMatchObject({
      status: 'ok',
      data: { status: 'answered', answers: [{ chosen: ['PostgreSQL'] }, { chosen: [], text: 'it scales' }] },
    })
    const shown = await runHere(folder, ['questions', 'show', id])
    expect(shown.stdout).toContain('  Reply   PostgreSQL\n  Reply   it scales\n')
    const { sessions } = jsonOf<{ sessions: { id: string }[] }>(await runHere(folder, ['sessions', '--json']))
    const replayed = await runHere(folder, ['replay', sessions[0]?.id ?? '', '--json'])
    expect(jsonOf(replayed)).toMatchObject({ status: 'equal', different: 0 })
  })

  test('is dismissed there, and the model reads why', { timeout: 60_000 }, async () => {
    const database = options()
    const folder = homeWith(database.kind === 'sqlite' ? {} : { store: { kind: 'postgres', url: database.url } })
    const asking = askAtDesk(folder, which)
    const id = await pendingIn(folder)
    expect(await runHere(folder, ['questions', 'dismiss', id, '--reason', 'your choice'])).toMatchObject({ code: 0 })
    const text = expect.stringContaining('declined to answer and gave this reason: your choice')
    expect(await asking).toMatchObject({ result: { content: [{ text }], data: { status: 'declined' } } })
  })
})

test('an answer that does not fit, or not one for each question, is named with the way out', async () => {
  const folder = homeWith()
  const asking = askAtDesk(folder, { ...which, allow_text: false })
  const id = await pendingIn(folder)
  const answer = (...given: readonly string[]) => runHere(folder, ['questions', 'answer', id, ...given])
  expect(await answer('MongoDB')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"MongoDB" does not answer "Which database?". Type a number from 1 to 2.'),
  })
  expect((await answer('1', '2')).stderr).toContain('Give one answer, in the order of the questions, not 2.')
  expect((await runHere(folder, ['questions', 'show', 'question_x'])).stderr).toContain('drawbridge questions list')
  expect(await answer('1')).toMatchObject({ code: 0 })
  expect(await asking).toMatchObject({ status: 'ok' })
  expect(await answer('1')).toMatchObject({ code: 1, stderr: expect.stringContaining('needs no reply any more') })
}, 60_000)

test('a watcher is shown a question that arrives, and answers it at the terminal', async () => {
  const folder = homeWith()
  const terminal = terminalWith([], '2')
  const end = new AbortController()
  const watching = runHere(folder, ['questions', 'watch'], '', {
    openTerminal: () => terminal,
    catchInterrupts: () => ({ signal: end.signal, [Symbol.dispose]: () => undefined }),
  })
  expect(await askAtDesk(folder, which)).toMatchObject({ result: { data: { answers: [{ chosen: ['PostgreSQL'] }] } } })
  end.abort()
  expect(await watching).toMatchObject({ code: 0 })
  expect(terminal.shown()).toContain('Which database?')
}, 60_000)

test('a program that watches is told each question once, as one line of JSON', async () => {
  const folder = homeWith()
  const end = new AbortController()
  const lines: string[] = []
  const watching = runHere(folder, ['questions', 'watch', '--json'], '', {
    output: {
      isTerminal: false,
      columns: 80,
      colour: false,
      closed: false,
      failure: undefined,
      write: async (line) => {
        lines.push(line)
        if (lines.length === 2) end.abort()
      },
    },
    catchInterrupts: () => ({ signal: end.signal, [Symbol.dispose]: () => undefined }),
  })
  const left = new AbortController()
  const { workspace, home } = folder
  await using drawbridge = await createDrawbridge({ workspace, home, authority: { desk: true } })
  const session = drawbridge.openSession({ signal: left.signal })
  const ask = (question: string) => session.call({ name: 'ask__user', arguments: { questions: [{ question }] } })
  const asking = [ask('First?'), ask('Second?')]
  expect(await watching).toMatchObject({ code: 0 })
  left.abort()
  await Promise.all(asking)
  const shown = lines.map((line) => JSON.parse(line).request.questions[0].question)
  expect(shown.toSorted()).toEqual(['First?', 'Second?'])
}, 60_000)

test('a tool that asks a person is listed and explained as there if this terminal could ask', async () => {
  const at = { openTerminal: () => terminalWith([]) }
  const explain = ['explain', 'ask.user', '{"questions":[{"question":"Why?"}]}', '--json']
  const folder = homeWith()
  expect(jsonOf(await runHere(folder, explain, '', at))).toMatchObject({ available: true, verdict: 'allow' })
  expect(jsonOf(await runHere(folder, explain))).toMatchObject({ available: false })
  const { tools } = jsonOf<{ tools: { name: string }[] }>(await runHere(folder, ['tools', '--json'], '', at))
  expect(tools.map(({ name }) => name)).toContain('ask.user')
})

test('config explain shows the section, and a value that cannot be is refused by name', async () => {
  const folder = homeWith({ questions: { waitSeconds: 20 } })
  const shown = await runHere(folder, ['config', 'explain'])
  expect(shown.stdout).toMatch(/questions\.waitSeconds\s+20/)
  expect(shown.stdout).toMatch(/questions\.answerableMinutes\s+30/)
  const wrong = homeWith({ questions: { waitSeconds: 0 } })
  expect((await runHere(wrong, ['config', 'explain'])).stderr).toContain('questions.waitSeconds')
})

const yes: Questioner = {
  id: 'program',
  ask: async () => ({ status: 'answered', answers: [{ chosen: ['yes'] }] }),
}

async function open(authority: NonNullable<Parameters<typeof createDrawbridge>[0]>['authority'] = {}) {
  const { workspace, home } = scratchFolder()
  const drawbridge = await createDrawbridge({ workspace, home, useConfig: false, record: 'off', authority })
  onTestFinished(() => drawbridge[Symbol.asyncDispose]())
  return drawbridge
}

describe('ask.user', () => {
  test('is hidden if no one can be asked, with the reason', async () => {
    const { snapshot } = (await open()).openSession()
    expect(snapshot.find('ask.user')).toBeUndefined()
    expect(snapshot.hidden).toContainEqual(
      expect.objectContaining({ name: 'ask.user', class: 'unavailable', reason: 'no person can be asked here' }),
    )
  })

  test('is not offered in a run without a person, whoever could be asked otherwise', async () => {
    const drawbridge = await open({ questioners: [yes], mode: 'non-interactive' })
    expect(drawbridge.openSession().snapshot.find('ask.user')).toBeUndefined()
  })

  test("reaches a program's own questioner, needs no approval, and works while planning", async () => {
    const drawbridge = await open({ questioners: [yes], mode: 'plan' })
    const outcome = await drawbridge
      .openSession()
      .call({ name: 'ask__user', arguments: { questions: [{ question: 'Really?', yes_no: true }] } })
    expect(outcome).toMatchObject({ status: 'ok', result: { data: { answers: [{ chosen: ['yes'] }] } } })
  })

  test('has a service of the house for questions outside calls', async () => {
    const drawbridge = await open({ questioners: [yes] })
    const questioner = await drawbridge.house.service('questioner')
    const { principal } = drawbridge.openSession()
    const now = Date.now()
    const request = { id: 'q', principal, workspace: drawbridge.workspace, askedAt: now, waitsUntil: now + 60_000 }
    const questions = [{ kind: 'yes_no', question: 'Really?' }] as const
    expect(await questioner?.ask({ ...request, questions }, new AbortController().signal)).toMatchObject({
      status: 'answered',
    })
  })
})
