import { createHash } from 'node:crypto'
import type { RegisteredTool } from './registered-tool.ts'

const digests = new WeakMap<RegisteredTool, string>()

/** SHA-256 (hex) over what calls are judged by: names, permission, risk, tags and schemas. Another set has another one. */
export function toolsFingerprint(tools: readonly RegisteredTool[]): string {
  const hash = createHash('sha256')
  for (const tool of tools) hash.update(digestOf(tool))
  return hash.digest('hex')
}

/** A tool does not change once it is registered, and sessions are many. */
function digestOf(tool: RegisteredTool): string {
  const known = digests.get(tool)
  if (known !== undefined) return known
  const { name, permission, risk, tags, schema } = tool
  const told = JSON.stringify([name, permission, risk, [...tags].sort(), schema.profile, schema.jsonSchema])
  const digest = createHash('sha256').update(told).digest('hex')
  digests.set(tool, digest)
  return digest
}
