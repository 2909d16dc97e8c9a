import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type EventFamily, scrubNothing } from '@drawbridge/core/event'
import { defineRoom, type House } from '@drawbridge/room'
import type { SkillLoaded } from './skill-events.ts'
import type { SkillsSection } from './skills-section.ts'
import type { Skills } from './skills-service.ts'

/** They are here, since every process that records or reads events needs them. */
const skillEvents: EventFamily<{ readonly 'skill.loaded': SkillLoaded }> = {
  'skill.loaded': {
    scrub: scrubNothing,
    line: ({ name, tier }) => ({ name, tier }),
    replay: 'input',
    because: 'the skill may say something else by now',
    node: ({ toolCallId }) => ({
      kind: 'skill',
      id: `skill/${toolCallId}`,
      parent: `result/${toolCallId}`,
      keeps: 'first',
    }),
    isWhole: ({ name, toolCallId }) => typeof name === 'string' && typeof toolCallId === 'string',
  },
}

/** Agent Skills: folders with instructions and scripts that agents search, load and publish. */
export const skillsRoom = defineRoom<SkillsSection>({
  name: 'skills',
  summary: 'instructions and scripts for special tasks',
  loadSection: async () => (await import('./skills-section.ts')).skillsSection,
  tools: [
    {
      name: 'skill.search',
      description:
        'Searches the skills: instructions, often with scripts, for special tasks such as filling in forms of PDF files. Call it before a task that may need one, then load the best with skill.use.',
      permission: 'readonly',
      risk: 'safe',
      groups: ['skills', 'knowledge'],
      load: async (house) => (await import('./tools/search-skills.ts')).searchSkills(() => skillsIn(house), house),
    },
    {
      name: 'skill.use',
      description:
        'Loads a skill: returns its instructions and the paths of its files. It runs nothing and permits nothing; run its scripts with runtime.exec.',
      permission: 'readonly',
      risk: 'safe',
      groups: ['skills'],
      load: async (house) => (await import('./tools/use-skill.ts')).useSkill(() => skillsIn(house), house),
    },
    {
      name: 'skill.publish',
      description:
        'Publishes a folder of the workspace that has a SKILL.md as the next version of a skill, for this agent or for all.',
      permission: 'write',
      groups: ['skills'],
      load: async (house) => (await import('./tools/publish-skill.ts')).publishSkill(house),
    },
  ],
  commands: [
    {
      path: ['skills', 'list'],
      isDefault: true,
      summary: 'list the skills of all tiers, and what is wrong with others',
      load: async () => (await import('./commands/look-commands.ts')).listCommand,
    },
    {
      path: ['skills', 'show'],
      summary: 'show a skill as a model reads it, with its other fields',
      load: async () => (await import('./commands/look-commands.ts')).showCommand,
    },
    {
      path: ['skills', 'check'],
      summary: 'check a folder before it becomes a skill',
      load: async () => (await import('./commands/look-commands.ts')).checkCommand,
    },
    {
      path: ['skills', 'publish'],
      summary: 'keep a folder as the next version of a skill',
      load: async () => (await import('./commands/change-commands.ts')).publishCommand,
    },
    {
      path: ['skills', 'versions'],
      summary: 'list the versions and grants of a published skill',
      load: async () => (await import('./commands/look-commands.ts')).versionsCommand,
    },
    {
      path: ['skills', 'grant'],
      summary: 'let an agent or user use a published skill',
      load: async () => (await import('./commands/change-commands.ts')).grantCommand,
    },
    {
      path: ['skills', 'revoke'],
      summary: 'take a grant away',
      load: async () => (await import('./commands/change-commands.ts')).revokeCommand,
    },
    {
      path: ['skills', 'remove'],
      summary: 'remove a published skill, or one version of it',
      load: async () => (await import('./commands/change-commands.ts')).removeCommand,
    },
  ],
  checks: [{ name: 'skills', load: async () => (await import('./commands/check-skills.ts')).checkSkills }],
  loadRoutes: async () => (await import('./skill-routes.ts')).skillRoutes,
  pages: [{ view: 'skills', title: 'Skills', needs: 'listSkills', order: 70, icon: 'book', shortcut: 'k' }],
  migrations: [{ name: '0001-published', load: () => import('./stored/0001-published.ts') }],
  events: skillEvents,
  promptBlocks: [
    {
      name: 'skills',
      text: async (house, caller) => (await import('./prompt-block.ts')).skillsBlock(house, caller),
    },
  ],
  provides: { skills: async (house, section) => (await import('./skills-service.ts')).createSkills(house, section) },
  opens: 'always',
  open: async (house, section) => ({
    /** Everything that may be a folder of skills; a missing one is left out. */
    readRoots: (workspace) => [
      join(dirname(fileURLToPath(import.meta.url)), '..', 'bundled'),
      join(house.home, 'skills'),
      ...projectRoots(workspace, section?.trustedFolders ?? []),
    ],
    [Symbol.asyncDispose]: async () => undefined,
  }),
})

async function skillsIn(house: House): Promise<Skills> {
  const skills = await house.service('skills')
  if (skills === undefined) throw new TypeError('No room provides skills.')
  return skills
}

/** The folders of skills above a workspace, up to a trusted folder. Those inside are readable as part of the workspace. */
function projectRoots(workspace: string, trusted: readonly string[]): readonly string[] {
  const isTrusted = (folder: string) => trusted.some((each) => (each.replace(/\/+$/, '') || '/') === folder)
  const roots: string[] = []
  for (let folder = workspace; !isTrusted(folder); folder = dirname(folder)) {
    if (dirname(folder) === folder) return []
    roots.push(join(dirname(folder), '.agents', 'skills'), join(dirname(folder), '.claude', 'skills'))
  }
  return roots
}
