import { type Approver, approveWith, type Outcome, type Run } from '@drawbridge/core'
import { canonicalDialect } from '@drawbridge/core/registry'
import { createScriptedModel } from '@drawbridge/core/testing'
import { createStyle } from '@drawbridge/room/text'
import { findProgram } from '@drawbridge/sandbox'
import { createDrawbridge } from '@drawbridge/sdk'
import { approversFor } from '../approval/approvers-for.ts'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'
import { beginRepository, playCodingSession } from './coding-session.ts'
import { demoScript } from './demo-script.ts'
import { plantProject } from './project-files.ts'
import { createStepRenderer, type StepRenderer } from './render-step.ts'

/**
 * Approves if there is no terminal, so that the demo also runs in a script. It is not a person, and the record says so.
 */
const demoApprover: Approver = approveWith('demo-script', () => ({
  answer: 'allow_once',
  reason: 'the demo approves in your place',
}))

/** Lets the scripted model work on a scratch project, through the pipeline that every real call takes, and tells what happens. */
export async function runDemo(io: Io): Promise<ExitCode> {
  const { output, environment } = io
  using interruption = io.catchInterrupts({ orUnread: true })
  using project = plantProject()
  using asked = await approversFor('ask', io, { inputIsData: false })
  const hasPerson = asked.anybody
  const createApprovers = hasPerson ? asked.approvers : () => [demoApprover]
  await using drawbridge = await createDrawbridge({
    workspace: project.workspace,
    home: project.home,
    useConfig: false,
    authority: { createApprovers, readScope: 'workspace' },
  })
  const session = drawbridge.openSession({ dialect: canonicalDialect, signal: interruption.signal })
  const steps = createStepRenderer(output.columns, createStyle(output.colour))

  await output.write(
    steps.say('project', `${drawbridge.workspace}, a scratch copy that is removed at the end`) +
      steps.say('asks', hasPerson ? 'you, at this terminal' : 'a scripted approver, because there is no terminal') +
      '\n',
  )
  using _listening = session.events.subscribe((event) => {
    const text = steps.event(event)
    if (text !== undefined) void output.write(text)
  })
  const places = { cwd: project.workspace, searchPath: environment.PATH ?? '' }
  const node = findProgram('node', places) === undefined ? process.execPath : 'node'
  const outcomes = await play(demoScript(node), session, steps, io)
  await output.write(`${summary(outcomes)}\n`)
  if (!session.signal.aborted && findProgram('git', places) !== undefined) await tellOfFlow(node, steps, io)
  return session.signal.aborted ? exitCodes.cancelled : exitCodes.ok
}

/** Plays one coding session in three ways, and tells how many questions each needs. A scripted approver answers, so nobody is asked. */
async function tellOfFlow(node: string, steps: StepRenderer, { output }: Io): Promise<void> {
  const ways = [
    ['the default', { mode: 'watch', isHostile: false }],
    ['"flow.mode": "autonomous"', { mode: 'autonomous', isHostile: false }],
    ['the same, with an issue that gives orders', { mode: 'autonomous', isHostile: true }],
  ] as const
  await output.write(
    '\nA model reads an issue on a web page, fixes the bug, runs the tests and commits, as the user asked:\n',
  )
  for (const [name, way] of ways) {
    using project = plantProject()
    if (!beginRepository(project.workspace)) return
    const { asked } = await playCodingSession({ ...project, ...way, node })
    await output.write(steps.say('mode', `${name}: ${asked.length} ${asked.length === 1 ? 'question' : 'questions'}`))
    const [stranger] = asked.filter(({ answer }) => answer === 'no')
    if (stranger !== undefined) await output.write(steps.say('asks', stranger.reason))
  }
}

/** The loop of an agent, with the script in the place of a model. */
async function play(
  script: ReturnType<typeof demoScript>,
  run: Pick<Run, 'call' | 'signal'>,
  steps: StepRenderer,
  { output }: Io,
): Promise<readonly Outcome[]> {
  const model = createScriptedModel(script)
  const all: Outcome[] = []
  let latest: readonly Outcome[] = []
  while (!run.signal.aborted) {
    const { text = '', calls = [] } = model.next(latest)
    await output.write(steps.say('model', text))
    if (calls.length === 0) break
    const outcomes: Outcome[] = []
    for (const call of calls) {
      await output.write(steps.call(call))
      const outcome = await run.call(call)
      await output.write(steps.outcome(outcome))
      outcomes.push(outcome)
    }
    all.push(...outcomes)
    latest = outcomes
  }
  return all
}

function summary(outcomes: readonly Outcome[]): string {
  const count = (status: Outcome['status']) => outcomes.filter((outcome) => outcome.status === status).length
  const parts = (['ok', 'failed', 'denied', 'cancelled'] as const)
    .filter((status) => count(status) > 0)
    .map((status) => `${count(status)} ${status}`)
  return `${outcomes.length} calls, each with one recorded outcome: ${parts.join(', ')}.`
}
