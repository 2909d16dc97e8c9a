import { createHash } from 'node:crypto'
import type { ListedTool, RegisteredTool } from './registered-tool.ts'

const digests = new WeakMap<ListedTool, string>()

/** SHA-256 (hex) over what calls are judged by: names, permission, risk, tags and schemas (descriptions, for tools that are loaded later). Another set has another one. */
export function toolsFingerprint(tools: readonly ListedTool[]): string {
  const hash = createHash('sha256')
  for (const tool of tools) hash.update(digestOf(tool))
  return hash.digest('hex')
}

/** A tool does not change once it is registered, and sessions are many. */
function digestOf(tool: ListedTool): string {
  const known = digests.get(tool)
  if (known !== undefined) return known
  const { name, permission, risk, tags } = tool
  const told = JSON.stringify([name, permission, risk, [...tags].sort(), ...shapeOf(tool)])
  const digest = createHash('sha256').update(told).digest('hex')
  digests.set(tool, digest)
  return digest
}

/** The schema; for a tool that is loaded at its first call the description, so that the digest is the same before and after. */
function shapeOf(tool: ListedTool | RegisteredTool): readonly unknown[] {
  return 'schema' in tool ? [tool.schema.profile, tool.schema.frozenSchema] : [tool.description]
}
