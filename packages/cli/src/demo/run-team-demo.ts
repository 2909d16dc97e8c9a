import { createAgentRunner } from '@drawbridge/agents/runner'
import { scriptModel } from '@drawbridge/agents/testing'
import type { Model } from '@drawbridge/core/model'
import type { Questioner } from '@drawbridge/core/question'
import { untilAborted } from '@drawbridge/room'
import { createStyle } from '@drawbridge/room/text'
import { createDrawbridge } from '@drawbridge/sdk'
import { checkTeamSettings, createTeam, openSupervisor } from '@drawbridge/teams/supervisor'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'
import { type FollowedBoard, followBoard, type Say } from './follow-board.ts'
import { plantProject } from './project-files.ts'
import { createStepRenderer } from './render-step.ts'
import { answerOfUser, stepOfStory, storyTeam, teamRequest } from './team-story.ts'
import { tellCall } from './tell-task-event.ts'

/** Lets a scripted team work on its board, in conversations that real agents have, and tells what happens until all tasks are over. */
export async function runTeamDemo(io: Io): Promise<ExitCode> {
  const { output } = io
  using interruption = io.catchInterrupts({ orUnread: true })
  const { signal } = interruption
  using project = plantProject({ prefix: 'drawbridge-team-demo-' })
  const steps = createStepRenderer(output.columns, createStyle(output.colour))
  const say: Say = async (speaker, text) => void (await output.write(steps.say(speaker, text)))
  await using drawbridge = await createDrawbridge({
    workspace: project.workspace,
    home: project.home,
    useConfig: false,
    agents: { allowUnknown: true },
    authority: { questioners: [scriptedUser(() => board, say)] },
  })
  const { house } = drawbridge
  const { id, lead, members } = storyTeam
  const board = followBoard(drawbridge, id, say)
  const team = { id, lead, members, description: '', reviewers: [], settings: checkTeamSettings({}) }
  await createTeam(await house.database.obtain(), team, house.clock.now())
  await say('team', `"${id}" with the lead ${lead} and the members ${members.join(', ')}, in a scratch folder`)
  await say('user', `says to ${lead}: ${teamRequest}`)

  const model = storyModel(board, say, signal)
  const runner = createAgentRunner(house, { models: { get: async () => model } })
  {
    await using conversation = await runner.open({ principal: { agent: lead, user: 'owner' } })
    const run = conversation.send(teamRequest, { signal })
    while ((await run.next()).done !== true);
  }
  let isWhole = true
  {
    const onError = (message: string) => {
      isWhole = false
      void say('problem', message)
    }
    await using supervisor = await openSupervisor(house, undefined, { runner, onError })
    await Promise.race([supervisor.idle(), untilAborted(signal)])
  }
  await board.tell()
  if (signal.aborted) return exitCodes.cancelled
  const open = board.open()
  await say('end', open.length === 0 ? 'All tasks are completed.' : `Not completed: ${open.join(', ')}.`)
  return isWhole && open.length === 0 ? exitCodes.ok : exitCodes.failed
}

/** Answers in the place of the user. It is not a person, and the record says so. */
function scriptedUser(board: () => FollowedBoard, say: Say): Questioner {
  return {
    id: 'demo-script',
    ask: async ({ questions }) => {
      await board().tell()
      for (const { header = '', question } of questions)
        await say('user', `is asked for ${header}: ${question} The answer: ${answerOfUser}`)
      return { status: 'answered', answers: questions.map(() => ({ chosen: [], text: answerOfUser })) }
    },
  }
}

/** Plays all agents of the story. The board reports what happened before a step before the step. */
function storyModel(board: FollowedBoard, say: Say, signal: AbortSignal): Model {
  let begun = 0
  const together = Promise.withResolvers<void>()
  return scriptModel((request) => {
    const { agent, calls = [], text, waitsFor } = stepOfStory(request)
    if (waitsFor === 'together') begun += 1
    if (begun === storyTeam.members.length) together.resolve()
    const play = async () => {
      if (waitsFor === 'together') await together.promise
      if (waitsFor === 'answer') await board.until('answered', signal)
      await board.tell()
      for (const call of calls) await say(agent, tellCall(call))
      if (text !== undefined) await say(agent, `says: ${text}`)
    }
    return { calls, ...(text === undefined ? {} : { text }), waitFor: play() }
  })
}
