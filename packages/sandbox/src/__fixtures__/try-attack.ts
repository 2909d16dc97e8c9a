import type { PathAccess } from '@drawbridge/core/target'
import { ToolFault } from '@drawbridge/core'
import { canary, type Scene } from './scene.ts'

/** Names that stand outside alone, or inside where no listing may show them. */
const forbiddenNames = /only-outside|(^|\/)(\.drawbridge|\.goclaw|\.env)(\/|$)/i

/** What became of a hostile path: kept from running, left to a person, or run without harm. The last is the breach. */
export type AttackResult = 'refused' | 'asked' | 'harmless' | { readonly breach: string }

/**
 * Declares a path and, where no rule would ask about it, does to it what was declared. A breach is content from outside of
 * what is free to use, or any change there.
 */
export async function tryAttack(scene: Scene, path: string, access: PathAccess, before: string): Promise<AttackResult> {
  const resolution = await scene.resolve({ kind: 'path', path, access, recursive: true })
  if (resolution.status !== 'resolved') return 'refused'
  const [target] = resolution.targets
  if (target?.kind !== 'path' || target.zone === 'outside' || target.sensitive || target.protected) return 'asked'
  const files = await scene.files({ kind: 'path', path, access, recursive: true })
  try {
    const seen = await act()
    if (seen.includes(canary)) return { breach: `read ${target.real}` }
    return scene.fingerprint() === before ? 'harmless' : { breach: `changed something outside by ${target.real}` }
  } catch (error) {
    if (!ToolFault.isInstance(error)) throw error
    return scene.fingerprint() === before
      ? 'refused'
      : { breach: `failed, but changed something outside by ${target.real}` }
  }

  async function act(): Promise<string> {
    switch (access) {
      case 'read':
        return Buffer.from(await files.readBytes(path, { maxBytes: 1000 })).toString()
      case 'write': {
        const { hash } = await files.write(path, Buffer.from('mine'), { mode: 'append', createDirectories: true })
        return hash
      }
      case 'delete':
        await files.remove(path, { recursive: true })
        return ''
      case 'list': {
        const names: string[] = []
        for await (const entry of files.walk(path)) names.push(entry.path)
        return names.some((name) => forbiddenNames.test(name)) ? canary : ''
      }
    }
  }
}
