import { fail, type ToolContext, toolOutput } from '@drawbridge/core'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import type { House } from '@drawbridge/room'
import { z } from 'zod'
import { objectionToFile, publishedLimits } from '../stored/objection-to-files.ts'

const input = z.strictObject({
  path: z.string().min(1).max(1_000).describe('The folder of the skill, in the workspace. It has a file SKILL.md.'),
  visibility: z
    .enum(['private', 'public'])
    .default('private')
    .describe('private: for this agent and its user; public: for all.'),
})

/** `skill.publish`: keeps a folder of the workspace as the next version of a skill. */
export function publishSkill(house: House): ToolBody {
  return defineToolBody({
    input,
    targets: ({ path }) => [{ kind: 'path', path, access: 'read', recursive: true }],
    sinks: [{ pointer: '/path', kind: 'object' }],
    execute: async ({ path, visibility }, context) => {
      const { principal, targets } = context
      if (targets.some((target) => target.kind === 'path' && target.zone !== 'workspace'))
        fail('path_outside_roots', `"${path}" is not in the workspace. Only folders of the workspace can be published.`)
      const [{ longestSkillBytes, readSkill }, { createPublishedSkills, nameOf }] = await Promise.all([
        import('../format/read-skill.ts'),
        import('../stored/published-skills.ts'),
      ])
      const files = await readFiles(path, context)
      const text = files['SKILL.md']
      if (text === undefined) fail('file_not_found', `"${path}" has no file SKILL.md.`)
      if (text.length > longestSkillBytes)
        fail('file_too_large', `SKILL.md has ${text.length} bytes, and ${longestSkillBytes} are allowed.`)
      const read = readSkill(new TextDecoder().decode(text), path.split('/').at(-1) ?? '')
      if (!read.ok) fail('validation_error', `It is not a skill: ${read.problem}`)
      const { name } = read.skill
      const { agent, user } = principal
      const published = await createPublishedSkills(house).publish(name, files, {
        by: nameOf({ agent, user }),
        visibility,
        holder: { agent, user },
        replaces: 'own',
      })
      const notes = read.notes.map((note) => `\n- ${note}`).join('')
      return toolOutput({
        content: `Published "${name}" as version ${published.version} (${visibility}).${notes === '' ? '' : `\nRemarks:${notes}`}`,
        data: { name, version: published.version, visibility },
      })
    },
  })
}

async function readFiles(
  folder: string,
  { files, signal }: ToolContext,
): Promise<Readonly<Record<string, Uint8Array>>> {
  const found = new Map<string, Uint8Array>()
  let bytes = 0
  const walk = files.walk(folder, { signal })
  for (;;) {
    const next = await walk.next()
    if (next.done === true) {
      const { sensitive, denied, unreadable, unnamed } = next.value
      if (sensitive + denied + unreadable + unnamed > 0)
        fail('invalid_target', `"${folder}" has files that may hold credentials, or that cannot be read. Remove them.`)
      break
    }
    const { path, kind, size } = next.value
    if (kind === 'directory') continue
    if (kind !== 'file') fail('invalid_target', `"${path}" is a link or a special file, which a skill cannot have.`)
    const objection = objectionToFile(path)
    if (objection !== undefined) fail('invalid_target', objection)
    bytes += size
    if (found.size >= publishedLimits.files || bytes > publishedLimits.bytes)
      fail(
        'file_too_large',
        `A skill has at most ${publishedLimits.files} files with ${publishedLimits.bytes} bytes together.`,
      )
    found.set(path, await files.readBytes(`${folder.replace(/\/+$/, '')}/${path}`, { maxBytes: publishedLimits.bytes }))
  }
  return Object.fromEntries(found)
}
