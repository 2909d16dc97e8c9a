import { defineRoom } from '@drawbridge/room'

export { deskIdentity as questionDeskIdentity } from './desk/desk-identity.ts'

const builtIn = { waitSeconds: 300, answerableMinutes: 30 } as const

/** An agent's questions to a person: the tool, the desk at which another process answers, and the commands for that. */
export const questionsRoom = defineRoom({
  name: 'questions',
  summary: "an agent's questions to a person",
  loadSection: async () => (await import('./questions-section.ts')).questionsSection,
  builtIn,
  tools: [
    {
      name: 'ask.user',
      description:
        'Asks the person you work for one to four questions and waits for the answers: in their own words, by choosing among options, or yes and no. Ask if a decision is theirs and a wrong guess would cost them more than an answer; ask everything you need at once.',
      permission: 'readonly',
      risk: 'safe',
      load: async (_, section) =>
        (await import('./ask-user.ts')).askUser({ waitSeconds: section?.waitSeconds ?? builtIn.waitSeconds }),
    },
  ],
  commands: [
    {
      path: ['questions', 'ask'],
      isDefault: true,
      summary: 'answer pending questions at this terminal',
      load: async () => (await import('./commands/pending.ts')).askCommand,
    },
    {
      path: ['questions', 'list'],
      summary: 'list pending questions',
      load: async () => (await import('./commands/pending.ts')).listCommand,
    },
    {
      path: ['questions', 'show'],
      summary: 'show the questions of one id with their replies',
      load: async () => (await import('./commands/show.ts')).showCommand,
    },
    {
      path: ['questions', 'answer'],
      summary: 'answer the questions of one id',
      load: async () => (await import('./commands/reply.ts')).answerCommand,
    },
    {
      path: ['questions', 'dismiss'],
      summary: 'refuse to answer; the agent reads the reason',
      load: async () => (await import('./commands/reply.ts')).dismissCommand,
    },
    {
      path: ['questions', 'watch'],
      summary: 'show questions as they arrive, and answer them at a terminal',
      load: async () => (await import('./commands/watch.ts')).watchCommand,
    },
  ],
  migrations: [{ name: '0001-asked', load: () => import('./desk/0001-asked.ts') }],
  provides: { questioner: async (house) => (await import('./house-questioner.ts')).createHouseQuestioner(house) },
})
