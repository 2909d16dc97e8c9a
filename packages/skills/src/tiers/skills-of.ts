import { join } from 'node:path'
import type { HouseGround } from '@drawbridge/room'
import { holdsTree, leadsThroughLink, type Tree, writeTree } from '@drawbridge/sandbox/folder'
import { readSkill } from '../format/read-skill.ts'
import type { SkillsSection } from '../skills-section.ts'
import {
  createPublishedSkills,
  type PublishedSkill,
  type PublishedSkills,
  type SkillHolder,
} from '../stored/published-skills.ts'
import { bundledFolder } from './bundled-folder.ts'
import { type FoundSkill, type FoundSkills, findSkills, readOne, type SkillProblem } from './find-skills.ts'
import { publishedFolder, skillFolders } from './skill-folders.ts'

/** The place of a search for skills. */
export interface SkillsOptions {
  readonly ground: Pick<HouseGround, 'home' | 'database' | 'clock'>
  readonly workspace: string
  readonly section: SkillsSection | undefined
}

/**
 * Returns the skills that a caller may use, each name once, and what is wrong with others. The files of one that everyone may use are
 * written below the data folder, and checked, before it is returned; those of others stay in the database.
 */
export async function skillsOf(
  { ground, workspace, section }: SkillsOptions,
  caller: SkillHolder | 'everyone',
): Promise<FoundSkills> {
  const { home } = ground
  const folders = skillFolders({ home, workspace, section, bundled: bundledFolder })
  const below = folders.filter(({ tier }) => tier === 'bundled')
  const above = findSkills(folders.filter(({ tier }) => tier !== 'bundled'))
  const published = createPublishedSkills(ground)
  const granted = await (caller === 'everyone' ? published.list() : published.listFor(caller))
  const managed: FoundSkill[] = []
  const problems: SkillProblem[] = [...above.problems]
  for (const skill of granted) {
    const path = `published skill "${skill.name}"`
    const other = above.skills.find(({ name }) => name === skill.name)
    const read =
      other === undefined ? await readPublished(home, published, skill) : `It is hidden by that of ${other.folder}.`
    if (typeof read === 'string') problems.push({ path, problem: read })
    else managed.push({ ...read, tier: 'managed', version: skill.version })
  }
  const bundled = findSkills(below)
  const taken = new Set([...above.skills, ...managed].map(({ name }) => name))
  const off = new Set(section?.disabled)
  const found = [...above.skills, ...managed, ...bundled.skills.filter(({ name }) => !taken.has(name))]
  return { skills: found.filter(({ name }) => !off.has(name)), problems: [...problems, ...bundled.problems] }
}

async function readPublished(
  home: string,
  published: PublishedSkills,
  skill: PublishedSkill,
): Promise<Omit<FoundSkill, 'tier'> | string> {
  // Nothing is written through a link.
  const hasFolder = skill.visibility === 'public' && !leadsThroughLink(publishedFolder(home), home)
  if (hasFolder) return readOne(await publicFolder(home, skill, () => published.files(skill)))
  const { text, paths } = await published.instructions(skill)
  const read = readSkill(text, skill.name)
  return read.ok ? { ...read.skill, files: paths, notes: read.notes } : read.problem
}

/** Returns the folder of a skill that is published for everyone, after its files were checked, or written there. */
async function publicFolder(
  home: string,
  { name, version, digest }: PublishedSkill,
  files: () => Promise<Tree>,
): Promise<string> {
  const folder = join(publishedFolder(home), name, String(version), name)
  if (!holdsTree(folder, digest)) writeTree(folder, await files())
  return folder
}
