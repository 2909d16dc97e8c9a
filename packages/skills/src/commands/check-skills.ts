import type { Finding, HouseGround } from '@drawbridge/room'
import { bundledFolder } from '../tiers/bundled-folder.ts'
import { findSkills } from '../tiers/find-skills.ts'
import { skillFolders } from '../tiers/skill-folders.ts'

/** Says which folders of the data folder are not skills. */
export async function checkSkills({ home }: Pick<HouseGround, 'home'>): Promise<Finding> {
  const { skills, problems } = findSkills(
    skillFolders({ home, workspace: home, section: undefined, bundled: bundledFolder }),
  )
  if (problems.length === 0) return { status: 'ok', message: `There are ${skills.length} skills.` }
  const told = problems.map(({ path, problem }) => `${path}: ${problem}`).join(' ')
  return { status: 'warn', message: told, advice: 'Fix or remove these folders. The other skills work.' }
}
