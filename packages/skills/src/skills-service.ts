import type { House } from '@drawbridge/room'
import type { SkillsSection } from './skills-section.ts'
import { createPublishedSkills, type SkillHolder } from './stored/published-skills.ts'
import { removeWithdrawn } from './stored/remove-withdrawn.ts'
import type { FoundSkill, FoundSkills } from './tiers/find-skills.ts'
import { skillsOf } from './tiers/skills-of.ts'

declare module '@drawbridge/core' {
  interface Services {
    /** The skills that a caller may use. */
    readonly skills: Skills
  }
}

/** The skills of a house. */
export interface Skills {
  /** The greatest length of their list in a system prompt, in characters; undefined for the default. */
  readonly catalogueCharacters: number | undefined
  /** Those that a caller may use, each name once, and what is wrong with others. */
  listFor(caller: SkillHolder): Promise<FoundSkills>
  /** A file of a published skill that a caller was offered; undefined if it has none of that path. */
  readFile(skill: FoundSkill, path: string): Promise<Uint8Array | undefined>
}

/** Creates the service. Nothing is read before it is asked. */
export function createSkills(house: House, section: SkillsSection | undefined): Skills {
  let cleaned: Promise<void> | undefined
  /** Another machine may have withdrawn a skill since this one ran last. */
  const cleanOnce = async () => removeWithdrawn(house.home, await createPublishedSkills(house).list())
  return {
    catalogueCharacters: section?.catalogueCharacters,
    listFor: async (caller) => {
      cleaned ??= cleanOnce()
      await cleaned
      return skillsOf({ ground: house, workspace: house.workspace, section }, caller)
    },
    readFile: async ({ name, version }, path) => {
      if (version === undefined) return undefined
      const files = await createPublishedSkills(house).files({ name, version })
      return Object.hasOwn(files, path) ? files[path] : undefined
    },
  }
}
