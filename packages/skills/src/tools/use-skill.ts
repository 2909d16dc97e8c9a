import { createHash } from 'node:crypto'
import { fail, type Label, toolOutput } from '@drawbridge/core'
import { defined, didYouMean } from '@drawbridge/core/base'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import { harmless } from '@drawbridge/core/untrusted'
import type { House } from '@drawbridge/room'
import { listTree } from '@drawbridge/sandbox/folder'
import { z } from 'zod'
import type { SkillLoaded } from '../skill-events.ts'
import type { Skills } from '../skills-service.ts'
import { type FoundSkill, isOfOperator } from '../tiers/find-skills.ts'

const input = z.strictObject({
  name: z.string().trim().min(1).max(100).describe('The name of the skill.'),
  arguments: z
    .string()
    .max(10_000)
    .optional()
    .describe('What it is to work on. Takes the place of $ARGUMENTS in its text.'),
  file: z
    .string()
    .min(1)
    .max(1_000)
    .optional()
    .describe('The path of a text file of a published skill, to read that file instead.'),
})

/** `skill.use`: brings the instructions of a skill into the conversation. It runs nothing and grants nothing. */
export function useSkill(skills: () => Promise<Skills>, house: Pick<House, 'emit'>): ToolBody {
  return defineToolBody({
    input,
    resultLimit: { bytes: 300_000, lines: 20_000 },
    execute: async ({ name, arguments: given, file }, { principal, toolCallId }) => {
      const service = await skills()
      const { skills: offered } = await service.listFor(principal)
      const skill = offered.find((each) => each.name === name.normalize('NFKC'))
      if (skill === undefined)
        fail(
          'file_not_found',
          `There is no skill ${JSON.stringify(name)}.${didYouMean(
            name,
            offered.map((each) => each.name),
          )} Find one with skill.search.`,
        )
      const text =
        file === undefined ? renderSkill(skill, resourcesOf(skill), given) : await readText(service, skill, file)
      if (file === undefined)
        await house.emit<SkillLoaded>(principal, {
          type: 'skill.loaded',
          name: skill.name,
          tier: skill.tier,
          ...defined({ version: skill.version }),
          hash: createHash('sha256').update(text).digest('hex'),
          toolCallId,
        })
      return toolOutput({
        content: labelledText([skill], text),
        data: {
          name: skill.name,
          source: skill.tier,
          ...(file === undefined ? {} : { file }),
          ...(skill.folder === undefined ? {} : { location: skill.folder }),
        },
      })
    },
  })
}

/** Returns a text as a block that says whose words it has: those of a skill that others than the operator could write are a stranger's. */
export function labelledText(from: readonly FoundSkill[], text: string) {
  const others = from.filter((skill) => !isOfOperator(skill))
  const sources = others.map(({ name, folder }) => ({ tool: 'skill.use', target: folder ?? name }))
  const label: Label = { sources, trust: 'untrusted', readers: 'anyone' }
  return [{ type: 'text', text, ...(others.length === 0 ? {} : { label }) } as const]
}

async function readText(service: Skills, skill: FoundSkill, file: string): Promise<string> {
  if (skill.version === undefined)
    fail('invalid_target', `Read ${JSON.stringify(`${skill.folder}/${file}`)} with fs.read_file.`)
  const content = await service.readFile(skill, file)
  if (content === undefined)
    fail(
      'file_not_found',
      `The skill "${skill.name}" has no file ${JSON.stringify(file)}.${didYouMean(file, resourcesOf(skill))}`,
    )
  try {
    return harmless(new TextDecoder('utf-8', { fatal: true }).decode(content))
  } catch {
    fail('invalid_target', `${JSON.stringify(file)} is not text.`)
  }
}

/** Returns the text that a model reads. Pure. */
export function renderSkill(skill: FoundSkill, resources: readonly string[], given = ''): string {
  const { name, tier, folder, body, allowedTools, environment, programs } = skill
  const needs = [
    ...(programs.length > 0 ? [`Its scripts need the programs: ${programs.join(', ')}.`] : []),
    ...(environment.length > 0
      ? [`Its scripts need ${environment.join(', ')}, which only the operator can grant.`]
      : []),
    ...(allowedTools.length > 0
      ? [`Its author wishes for these tools: ${allowedTools.join(', ')}. That permits none of them.`]
      : []),
  ]
  const text = folder === undefined ? body : body.replaceAll('{baseDir}', () => folder)
  const how =
    folder === undefined
      ? `Its files are not in a folder. Read one with skill.use and "file"; to run a script, write it to the workspace first:`
      : 'Its files, to be read or run only if they are needed:'
  const files = resources.map((path) => `- ${oneLine(folder === undefined ? path : `${folder}/${path}`)}`)
  return [
    `Skill "${name}" (${tier})${folder === undefined ? '' : `, in ${oneLine(folder)}`}. It permits nothing: its commands are asked for as any others are.`,
    ...needs,
    '',
    harmless(text.replaceAll('$ARGUMENTS', () => given)),
    ...(files.length === 0 ? [] : ['', how, ...files]),
  ].join('\n')
}

/** Returns the paths of the files of a skill, without `SKILL.md`. */
export function resourcesOf({ folder, files = [] }: FoundSkill): readonly string[] {
  const paths = folder === undefined ? files : listTree(folder, { depth: 4, entries: 200 }).map(({ path }) => path)
  return paths.slice(0, 200).filter((path) => !/^skill\.md$/i.test(path))
}

/** A name with a line break is shown as one line. */
function oneLine(path: string): string {
  return harmless(/[\p{Cc}\u2028\u2029]/u.test(path) ? JSON.stringify(path) : path)
}
